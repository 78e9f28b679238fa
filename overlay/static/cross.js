// @ts-check
// A crosstable: who got how much against whom. Several games of two players make one cell with their sum.

import { html } from "lit-html";
import { nameOf } from "./widgets/event_head.js";

/** @typedef {import("./types.js").Event_} Event_ */
/** @typedef {{points: number, games: number, live: number | null}} Cell the games that are over, and a running one if drawn now */

/**
 * The table of these rows of an event.
 * @param {import("./types.js").Row[]} rows
 * @param {Event_} event
 * @param {import("./types.js").Options} options
 * @param {(cell: Cell) => unknown} cell draws the games of two players
 * @param {(points: string) => string} sum writes the points of a player
 */
export function crossTable(rows, event, options, cell, sum) {
  const { words } = options;
  const cells = cellsOf(event);
  /** @param {number} row @param {number} column */
  function met(row, column) {
    const found = cells.get(key(row, column));
    return found ? cell(found) : html`<td></td>`;
  }
  return html`<table class="cross-table">
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
          ${rows.map((_, column) => (row === column ? html`<td class="own"></td>` : met(row, column)))}
          <td class="sum">${sum(points)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * The cells by row and column.
 * @param {Event_} state
 */
function cellsOf({ meetings }) {
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
function key(row, column) {
  return `${row}-${column}`;
}
