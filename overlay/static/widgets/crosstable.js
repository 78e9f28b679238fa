// @ts-check
// The crosstable: who got how much against whom. Several games of two players make one cell with their sum.

import { html, nothing, render } from "lit-html";
import { crossTable } from "../cross.js";
import { fill, points as pointsText, plural } from "../format.js";
import { eventHead, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {import("../cross.js").Cell} Cell */

const ROOM = 12;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return (state) => render(state.rows.length ? table(state) : nothing, element);

  /** @param {Event_} state */
  function table(state) {
    const rows = state.rows.slice(0, ROOM);
    const whole = state.players === rows.length;
    const games = plural(options, "games", state.played + state.running);
    const beside = whole ? games : fill(words.best_of ?? "", { n: rows.length, m: state.players });
    return html`<section class="event crosstable">
      ${eventHead(words.scene_crosstable, html`${state.running ? html`${playing(options)}${words.if_drawn}<i class="gap"></i>` : nothing}${beside}`)}
      ${crossTable(rows, state, options, cell, (points) => pointsText(points, options))}
    </section>`;
  }

  /** @param {Cell} found */
  function cell({ points, games, live }) {
    return html`<td class=${live === null ? "" : "is-playing"}>
      ${games === 1 ? html`<b>${pointsText(points, options)}</b>` : nothing}
      ${games > 1 ? html`<b class="several">${pointsText(points, options)}<small>×${games}</small></b>` : nothing}
      ${live === null ? nothing : html`<span class="live">${playing(options)}${pointsText(live, options)}</span>`}
    </td>`;
  }
}
