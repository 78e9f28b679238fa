// @ts-check
// The crosstable: who got how much against whom. Several games of two players make one cell with their sum.

import { html, nothing, render } from "lit-html";
import { fill, points as pointsText, plural } from "../format.js";
import { sumOf } from "../sums.js";
import { eventHead, nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {{points: number, games: number, live: number | null}} Cell the games that are over, and a running one if drawn now */

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
    const cells = cellsOf(state);
    return html`<section class="event crosstable">
      ${eventHead(words.scene_crosstable, html`${state.running ? html`${playing(options)}${words.if_drawn}<i class="gap"></i>` : nothing}${beside}`)}
      <table>
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
    </section>`;
  }

  /** @param {Cell | undefined} found */
  function cell(found) {
    if (!found) return html`<td></td>`;
    const { points, games, live } = found;
    return html`<td class=${live === null ? "" : "is-playing"}>
      ${games === 1 ? html`<b>${pointsText(points, options)}</b>` : nothing}
      ${games > 1 ? html`<b class="several">${pointsText(points, options)}<small>×${games}</small></b>` : nothing}
      ${live === null ? nothing : html`<span class="live">${playing(options)}${pointsText(live, options)}</span>`}
    </td>`;
  }
}

/**
 * The cells by row and column.
 * @param {Event_} state
 */
export function cellsOf({ meetings }) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const { white, black, outcome, points } of meetings) {
    if (!points) continue; // void, or not known yet
    for (const [row, column, mine] of [[white, black, Number(points.white)], [black, white, Number(points.black)]]) {
      const cell = cells.get(key(row, column)) ?? { points: 0, games: 0, live: null };
      if (outcome === null) cell.live = mine;
      else Object.assign(cell, { points: cell.points + mine, games: cell.games + 1 });
      cells.set(key(row, column), cell);
    }
  }
  return cells;
}

/** @param {number} row @param {number} column */
export function key(row, column) {
  return `${row}-${column}`;
}
