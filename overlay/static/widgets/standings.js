// @ts-check
// The standings: place, player, points, classical score and games; who is playing is marked.

import { html, nothing, render } from "lit-html";
import { styles } from "../directives.js";
import { points as pointsText } from "../format.js";
import { classicalScore } from "../sums.js";
import { turns } from "../turns.js";
import { eventHead, extent, lately, more, nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */

const ROOM = 12;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  /** @type {Event_} */
  let state;
  const pageOf = turns(element, options.motion, ROOM, draw);

  return (next) => {
    state = next;
    draw();
  };

  function draw() {
    const page = pageOf(state.rows);
    render(state.rows.length ? table(page) : nothing, element);
  }

  /** @param {import("../turns.js").Page<import("../types.js").Row>} page */
  function table(page) {
    const others = state.players - state.rows.length;
    return html`<section class="event standings">
      ${eventHead(words.scene_standings, extent(state, page, state.players, options))}
      <table style=${styles({ "--room": String(page.room) })}>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${words.col_player}</th>
            <th scope="col">${words.col_points}</th>
            <th scope="col">${words.if_drawn}</th>
            <th scope="col">${words.col_classical}</th>
            <th scope="col">${words.col_games}</th>
          </tr>
        </thead>
        <tbody data-turns>
          ${page.lines.map(row)}
        </tbody>
      </table>
      ${more(page.more + (page.pages > 1 ? 0 : others), options)}
    </section>`;
  }

  /** @param {import("../types.js").Row} row */
  function row({ place, player, points, classical, games, live, corrected }) {
    return html`<tr class=${live === null ? "" : "is-playing"}>
      <td class="rank">${place}</td>
      <th scope="row"><span class="entrant">${nameOf(player, options)}${corrected ? lately(options) : player.rating ? html`<span class="rating">${player.rating}</span>` : nothing}</span></th>
      <td class="sum">${pointsText(points, options)}</td>
      <td class="live">${live === null ? nothing : html`${playing(options)}${pointsText(live, options)}`}</td>
      <td>${classicalScore(classical)}</td>
      <td>${games}</td>
    </tr>`;
  }
}
