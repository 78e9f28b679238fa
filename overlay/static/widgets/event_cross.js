// @ts-check
// The crosstable on the page of an event: all who have a row. A big one is made only when somebody opens it.

import { html, nothing, render } from "lit-html";
import { crossTable } from "../cross.js";
import { points as pointsText } from "../format.js";
import { exact } from "../sums.js";
import { playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */

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
    return html`<div class="wide" role="region" tabindex="0" aria-label=${`${words.scene_crosstable}: ${words.scroll_hint}`}>
      ${crossTable(state.rows, state, options, cell, (points) => exact(points, options))}
    </div>`;
  }

  /** @param {import("../cross.js").Cell} cell */
  function cell({ points, games, live }) {
    return html`<td>
      ${games ? html`<span>${exact(points, options)}${games > 1 ? html`<small>×${games}</small>` : nothing}</span>` : nothing}
      ${live === null ? nothing : html`<span class="live">${playing(options)}${pointsText(live, options)}</span>`}
    </td>`;
  }
}
