// @ts-check
// Ready-made addresses to copy into OBS.

import { html, render } from "lit-html";

/** @typedef {import("../types.js").Options} Options */

/**
 * The addresses of the scenes for one game, or for the featured one.
 * @param {string} game
 * @param {Options} options
 */
export function sceneAddresses(game, { lang, words }) {
  return ["bar", "ledger", "flag"].map((scene) => ({
    scene,
    name: words[`scene_${scene}`] ?? "",
    text: words[`scene_${scene}_text`] ?? "",
    url: `${location.origin}/scene/${scene}?game=${encodeURIComponent(game)}&lang=${lang}`,
  }));
}

/**
 * @param {string} url
 * @param {string} label
 * @param {Options} options
 */
export function copyField(url, label, { words }) {
  return html`<div class="copy">
    <input type="text" readonly .value=${url} aria-label=${label} @focus=${select} />
    <button type="button" @click=${(/** @type {Event} */ event) => copy(event, url, words.copied ?? "")}>${words.copy}</button>
  </div>`;
}

/** @param {Event} event */
function select(event) {
  /** @type {HTMLInputElement} */ (event.currentTarget).select();
}

/** @param {Event} event @param {string} text @param {string} done */
async function copy(event, text, done) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {
    // A page from another machine without TLS has no clipboard; the selection still can be copied.
    /** @type {HTMLInputElement | null} */ (button.previousElementSibling)?.select();
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = done;
  button.classList.add("is-done");
  setTimeout(() => {
    button.textContent = before;
    button.classList.remove("is-done");
  }, 1600);
}

/**
 * @param {HTMLElement} element
 * @param {Options} options
 */
export function mount(element, options) {
  const { words } = options;
  render(
    html`<div class="obs-head"><h2>${words.obs_title}</h2><p>${words.obs_text}</p></div>
      <h3>${words.obs_featured}</h3>
      <p class="muted">${words.obs_featured_text}</p>
      <div class="scenes">
        ${sceneAddresses("featured", options).map(
          ({ scene, name, text, url }) => html`<div class="scene-card">
            <i class="thumb thumb-${scene}" aria-hidden="true"></i>
            <div>
              <h4>${name}</h4>
              <p class="muted">${text}</p>
            </div>
            ${copyField(url, name, options)}
          </div>`,
        )}
      </div>`,
    element,
  );
}
