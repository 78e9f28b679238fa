// @ts-check
// The standings on the page of an event: points, the classical score beside them, and every tie-break.

import { html, nothing, render } from "lit-html";
import { classicalScore, exact } from "../sums.js";
import { nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {import("../types.js").Row} Row */

/** Tie-breaks that count games, or half points, and are no sums of points. */
const COUNTS = ["wins", "black_wins"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return (state) => {
    element.hidden = state.kind === "match" && state.match !== null; // the race says it all
    if (element.hidden) return;
    render(
      html`<h2>${words.scene_standings}</h2>
        ${state.rows.length ? table(state) : html`<p class="muted">${words.event_empty}</p>`}`,
      element,
    );
  };

  /** @param {Event_} state */
  function table(state) {
    // The classical score has a column of its own.
    const ties = state.tie_breaks.flatMap((code, number) => (code === "classical" ? [] : [{ code, number }]));
    const prizes = state.rows.some(({ prize }) => prize !== null);
    return html`<div class="wide" role="region" tabindex="0" aria-label=${`${words.scene_standings}: ${words.scroll_hint}`}>
      <table class="standings-table">
        <thead>
          <tr>
            <th scope="col"><span class="only-read">${words.col_place}</span></th>
            <th scope="col">${words.col_player}</th>
            <th scope="col">${words.col_points}</th>
            ${state.running ? html`<th scope="col">${words.if_drawn}</th>` : nothing}
            <th scope="col">${words.col_classical}</th>
            <th scope="col">${words.col_games}</th>
            ${ties.map(({ code }) => html`<th scope="col">${words[`tie_${code}`] ?? code}</th>`)}
            ${prizes ? html`<th scope="col">${words.col_prize}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${state.rows.map((row) => line(row, ties, prizes, state.running > 0))}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Row} row @param {{code: string, number: number}[]} ties @param {boolean} prizes @param {boolean} live */
  function line(row, ties, prizes, live) {
    const { player } = row;
    return html`<tr>
      <td class="rank">${row.place}</td>
      <th scope="row"><span class="entrant">${nameOf(player, options)}${player.rating ? html`<span class="rating">${player.rating}</span>` : nothing}</span></th>
      <td class="sum">${exact(row.points, options)}</td>
      ${live ? html`<td class="live">${row.live === null ? nothing : html`${playing(options)}${exact(row.live, options)}`}</td>` : nothing}
      <td>${classicalScore(row.classical)}</td>
      <td>${row.games}</td>
      ${ties.map(({ code, number }) => html`<td>${tie(code, row.tie_breaks[number] ?? null)}</td>`)}
      ${prizes ? html`<td>${row.prize === null ? nothing : exact(row.prize, options)}</td>` : nothing}
    </tr>`;
  }

  /** @param {string} code @param {string | null} value */
  function tie(code, value) {
    if (value === null) return "–";
    return COUNTS.includes(code) ? Number(value) : exact(value, options);
  }
}
