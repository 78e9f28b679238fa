// @ts-check
// Ready-made addresses to copy into OBS.

import { html, nothing, render } from "lit-html";

/** @typedef {import("../types.js").Options} Options */

/** @typedef {{name: string, text: string, url: string, file: string, download: string}} Address */

/** The scenes, and of what each of them tells; the server puts them into the lobby. @type {Record<string, ("game" | "event")[]>} */
const SCENES = Object.fromEntries(JSON.parse(document.querySelector("[data-scenes]")?.getAttribute("data-scenes") ?? "[]"));

/**
 * The addresses of the scenes of a game, or of the featured one.
 * @param {string} game
 * @param {Options} options
 */
export function sceneAddresses(game, options) {
  const scenes = Object.keys(SCENES).filter((scene) => SCENES[scene]?.includes("game"));
  return scenes.map((scene) => address(scene, `game=${encodeURIComponent(game)}`, options));
}

/** The addresses of the scenes that show an event and no single game. @param {Options} options */
function eventAddresses(options) {
  const scenes = Object.keys(SCENES).filter((scene) => !SCENES[scene]?.includes("game"));
  return scenes.map((scene) => address(scene, "event=all", options));
}

/** @param {string} scene @param {string} of @param {Options} options @returns {Address} */
function address(scene, of, { lang, words }) {
  const query = `${of}&lang=${lang}`;
  return {
    name: words[`scene_${scene}`] ?? scene,
    text: words[`scene_${scene}_text`] ?? "",
    url: `${location.origin}/scene/${scene}?${query}`,
    file: `/loader/${scene}.html?${query}`,
    download: `unruh-${scene}.html`,
  };
}

/** An address to copy, and the file that can stand for it. @param {Address} address @param {Options} options */
export function sceneAddress({ name, url, file, download }, options) {
  return html`${copyField(url, name, options)}
    <a class="as-file" href=${file} download=${download} aria-label=${`${name} ${options.words.as_file}`}>${options.words.as_file}</a>`;
}

/**
 * @param {string} url
 * @param {string} label
 * @param {Options} options
 */
function copyField(url, label, { words }) {
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
  const events = eventAddresses(options);
  element.hidden = false;
  render(
    html`<div class="obs-head"><h2>${words.obs_title}</h2><p>${words.obs_text}</p></div>
      <h3>${words.obs_featured}</h3>
      <p class="muted">${words.obs_featured_text}</p>
      <div class="scenes">${sceneAddresses("featured", options).map(card)}</div>
      ${events.length
        ? html`<h3>${words.obs_event}</h3>
            <div class="scenes">${events.map(card)}</div>`
        : nothing}
      <p class="muted as-file-text">${words.as_file_text}</p>`,
    element,
  );

  /** @param {Address} scene */
  function card(scene) {
    return html`<div class="scene-card">
      <h4>${scene.name}</h4>
      <p class="muted">${scene.text}</p>
      ${sceneAddress(scene, options)}
    </div>`;
  }
}
