// @ts-check
// A match to an absolute majority of the points: how far both are, what each still needs, and whether it can be reached.

import { html, nothing, render } from "lit-html";
import { styles } from "../directives.js";
import { fill, plural } from "../format.js";
import { atLeast, classicalScore, sumOf } from "../sums.js";
import { eventHead, nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {0 | 1} Racer */

/** @type {Racer[]} */
const RACERS = [0, 1];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return ({ match }) => render(match ? scene(match) : nothing, element);

  /** @param {Match} match */
  function scene(match) {
    const target = sumOf(match.target, options);
    return html`<section class="event match">
      ${eventHead(fill(words.match_to ?? "", { n: target }), stage(match))}
      ${match.both_lost
        ? html`<p class="match-verdict"><i class="no-way"></i><b>${fill(words.both_lost ?? "", { n: target })}</b><span>${match.over ? words.prize : words.for_the_prize}</span></p>`
        : nothing}
      ${RACERS.map((racer) => lane(match, racer))}
      <p class="legend">
        <span><i class="sample sample-points"></i>${words.match_counted}</span>
        ${match.live ? html`<span><i class="sample sample-live"></i>${words.if_drawn}</span>` : nothing}
        ${match.over ? nothing : html`<span><i class="sample sample-reach"></i>${words.match_possible}</span>`}
        <span><i class="sample sample-target"></i>${target}</span>
      </p>
    </section>`;
  }

  /** @param {Match} match */
  function stage({ length, games_left: left, playing: game }) {
    const n = length - left;
    if (game === null) return fill(words.match_played ?? "", { n, m: length });
    return html`${playing(options)}${fill(words.match_game ?? "", { n: n + 1, m: length })}`;
  }

  /** @param {Match} match @param {Racer} racer */
  function lane(match, racer) {
    const { players, points, classical, live, white } = match;
    const colour = white === null ? null : white === racer ? "white" : "black";
    const { rating } = players[racer];
    return html`<div class="lane ${match.winner === racer ? "is-winner" : ""}">
      <div class="racer">
        <div class="racer-name">
          ${colour ? html`<i class="chip chip-${colour}" role="img" aria-label=${words[colour] ?? ""}></i>` : nothing}${nameOf(players[racer], options)}
        </div>
        <div class="rating">${rating ? html`<span>${rating}</span>` : nothing}<span>${fill(words.match_classical ?? "", { n: classicalScore(classical[racer]) })}</span></div>
      </div>
      <div class="track">
        ${race(match, racer)}
        <p class="need">${need(match, racer)}</p>
      </div>
      <div class="so-far">
        <b>${sumOf(points[racer], options)}</b>
        ${live ? html`<span><i class="sample sample-live"></i>${sumOf(live[racer], options)}</span>` : nothing}
      </div>
    </div>`;
  }

  /** The track ends one point behind the target: nobody can get further. @param {Match} match @param {Racer} racer */
  function race({ points, live, target, games_left: left, over }, racer) {
    const end = Number(target) + 1;
    const share = (/** @type {number} */ to) => styles({ "--share": String(Math.min(1, to / end)) });
    const mine = Number(points[racer]);
    return html`<div class="race">
      <i class="race-reach" style=${share(over ? mine : mine + left)}></i>
      <i class="race-live" style=${share(live ? Number(live[racer]) : mine)}></i>
      <i class="race-points" style=${share(mine)}></i>
      <i class="race-target" style=${styles({ "--share": String(Number(target) / end) })}></i>
    </div>`;
  }

  /** @param {Match} match @param {Racer} racer */
  function need({ needs, winner, games_left: left, target }, racer) {
    if (winner === racer) return html`<b class="wins"><i class="crown"></i>${words.match_won}</b>`;
    if (winner !== null) return words.match_lost;
    const { missing, reachable, per_game: each, fewest_games: fewest } = needs[racer];
    if (!reachable || each === null || fewest === null) {
      return html`<i class="no-way"></i>${fill(words.out_of_reach ?? "", { n: sumOf(target, options) })}`;
    }
    const needed = fill(plural(options, "needs", left), { points: atLeast(missing, options), each: atLeast(each, options) });
    return left > 1 ? html`${needed}<span>${plural(options, "fewest", fewest)}</span>` : needed;
  }
}
