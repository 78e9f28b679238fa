// @ts-check
// The name of the opening and its code, under the board.

import { html, render } from "lit-html";
import { plain } from "../format.js";

/**
 * @param {HTMLElement} element
 * @returns {import("../types.js").Update}
 */
export function mount(element) {
  return ({ book: { opening } }) => {
    element.hidden = opening === null;
    if (opening) render(html`<p class="opening"><b>${plain(opening.code)}</b> <bdi>${plain(opening.name)}</bdi></p>`, element);
  };
}
