// @ts-check
// The table of teams: match points, game points and the classical score; and the matches, round by round.

import { html, nothing, render } from "lit-html";
import { fill, plain } from "../format.js";
import { classicalScore, exact } from "../sums.js";
import { playing } from "./event_head.js";

/** @typedef {import("../types.js").TeamRow} TeamRow */
/** @typedef {import("../types.js").TeamMatch} TeamMatch */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return ({ teams, team_matches: matches }) => {
    element.hidden = !teams.length;
    render(teams.length ? html`<h2>${words.teams}</h2>${table(teams)}${matches.length ? list(matches) : nothing}` : nothing, element);
  };

  /** @param {TeamRow[]} teams */
  function table(teams) {
    return html`<div class="wide" role="region" tabindex="0" aria-label=${`${words.teams}: ${words.scroll_hint}`}>
      <table class="teams-table">
        <thead>
          <tr>
            <th scope="col"><span class="only-read">${words.col_place}</span></th>
            <th scope="col">${words.col_team}</th>
            <th scope="col">${words.col_match_points}</th>
            <th scope="col">${words.col_game_points}</th>
            <th scope="col">${words.col_classical}</th>
            <th scope="col">${words.col_matches}</th>
          </tr>
        </thead>
        <tbody>
          ${teams.map(
            (row) => html`<tr>
              <td class="rank">${row.place}</td>
              <th scope="row"><span class="name"><bdi>${plain(row.team)}</bdi></span></th>
              <td class="sum">${row.match_points}</td>
              <td>${exact(row.points, options)}</td>
              <td>${classicalScore(row.classical)}</td>
              <td>${row.matches}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {TeamMatch[]} matches */
  function list(matches) {
    return html`<ol class="team-matches">
      ${matches.map(
        ({ round, teams, match_points: won, points: [first, second], running }) => html`<li>
          ${round === null ? nothing : html`<span class="muted">${fill(words.round_n ?? "", { n: round })}</span>`}
          <span class="team-pair"><bdi>${plain(teams[0])}</bdi> – <bdi>${plain(teams[1])}</bdi></span>
          <span class="team-points">${running ? playing(options) : nothing}${exact(first, options)} – ${exact(second, options)}</span>
          <b>${won ? `${won[0]}–${won[1]}` : ""}</b>
        </li>`,
      )}
    </ol>`;
  }
}
