// @ts-check
// What players say about a draw, noted by hand for games over the board that have no electronic one: the featured one first.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { SIDES } from "../format.js";
import { featuredFirst } from "./control_parts.js";
import { says, sideName } from "./control_says.js";

/** @typedef {import("./control_parts.js").Known} Known */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (known) => {
    const { boards, room } = known.desk;
    const elsewhere = new Set(room?.boards.map(({ game }) => game));
    const ids = featuredFirst(boards.filter((id) => !elsewhere.has(id)), (id) => id, known);
    render(
      ids.length
        ? html`<div class="card">
            <h2>${words.notes}</h2>
            <p class="muted">${words.notes_hint}</p>
            ${repeat(ids, (id) => id, (id, index) => board(known, id, index === 0))}
          </div>`
        : nothing,
      element,
    );
  };

  /** @param {Known} known @param {string} id @param {boolean} open */
  function board(known, id, open) {
    const game = known.games.find((one) => one.id === id);
    return html`<details class="talk" ?open=${open}>
      <summary>${game ? SIDES.map((side) => html`<span><i class="chip chip-${side}"></i><bdi>${sideName(game, side, options)}</bdi></span>`) : id}</summary>
      ${says(known, id, options)}
    </details>`;
  }
}
