// @ts-check
// The crosstable on the page of an event: all who have a row. A big one is made only when somebody opens it.

import { html, nothing, render } from "lit-html";
import { points as pointsText } from "../format.js";
import { sumOf } from "../sums.js";
import { cellsOf, key } from "./crosstable.js";
import { nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {ReturnType<typeof cellsOf>} Cells */

/** Up to so many players it is open at first. */
const SMALL = 16;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  /** @type {Event_} */
  let state;
  /** @type {boolean | null} what the viewer wants; null: as is usual */
  let wanted = null;

  return (next) => {
    state = next;
    draw();
  };

  function draw() {
    const { rows, meetings, kind } = state;
    element.hidden = meetings.length === 0 || kind === "match";
    const small = rows.length <= SMALL;
    const open = wanted ?? small;
    render(
      element.hidden
        ? nothing
        : html`<div class="part-head">
              <h2>${words.scene_crosstable}</h2>
              ${small ? nothing : html`<button type="button" class="quiet" aria-expanded=${open} @click=${toggle}>${words.crosstable_open}</button>`}
            </div>
            ${open ? table() : nothing}`,
      element,
    );
  }

  function toggle() {
    wanted = !(wanted ?? false);
    draw();
  }

  function table() {
    const cells = cellsOf(state);
    const { rows } = state;
    return html`<div class="wide" role="region" tabindex="0" aria-label=${`${words.scene_crosstable}: ${words.scroll_hint}`}>
      <table class="cross-table">
        <thead>
          <tr>
            <td></td>
            <th scope="col">${words.col_player}</th>
            ${rows.map((_, column) => html`<th scope="col">${column + 1}</th>`)}
            <th scope="col">${words.col_points}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ player, points }, row) => html`<tr>
              <td class="rank">${row + 1}</td>
              <th scope="row">${nameOf(player, options)}</th>
              ${rows.map((_, column) => (row === column ? html`<td class="own"></td>` : cell(cells.get(key(row, column)))))}
              <td class="sum">${sumOf(points, options)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {ReturnType<Cells["get"]>} found */
  function cell(found) {
    if (!found) return html`<td></td>`;
    const { points, games, live } = found;
    return html`<td>
      ${games ? html`<span>${pointsText(points, options)}${games > 1 ? html`<small>×${games}</small>` : nothing}</span>` : nothing}
      ${live === null ? nothing : html`<span class="live">${playing(options)}${pointsText(live, options)}</span>`}
    </td>`;
  }
}
