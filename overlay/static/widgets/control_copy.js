// @ts-check
// A button that copies an address of this server.

import { html } from "lit-html";

const SAID_MS = 1600;

/**
 * @param {string} path
 * @param {string | undefined} label
 * @param {import("../types.js").Options} options
 */
export function copyButton(path, label, { words }) {
  const click = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    await copy(location.origin + path, button);
    button.textContent = words.copied ?? "";
    button.classList.add("is-done");
    setTimeout(() => {
      button.textContent = label ?? "";
      button.classList.remove("is-done");
    }, SAID_MS);
  };
  return html`<button type="button" class="press" title=${path} @click=${click}>${label}</button>`;
}

/** @param {string} text @param {HTMLElement} button */
async function copy(text, button) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // A page from another machine without TLS has no clipboard; a selection still can be copied.
  const field = document.createElement("textarea");
  field.className = "only-read";
  field.value = text;
  button.after(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  button.focus();
}
