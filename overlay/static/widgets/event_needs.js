// @ts-check
// What the scene of a match and its page both show: the stage, the track, and what is still needed.

import { html } from "lit-html";
import { styles } from "../directives.js";
import { fill, plural } from "../format.js";
import { atLeast, sumOf } from "../sums.js";
import { playing } from "./event_head.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Options} Options */
/** @typedef {0 | 1} Racer */

/** @type {Racer[]} */
export const RACERS = [0, 1];

/**
 * The game under way, or how many have been played.
 * @param {Match} match
 * @param {Options} options
 */
export function stage({ length, games_left: left, playing: game }, options) {
  const n = length - left;
  if (game === null) return fill(options.words.match_played ?? "", { n, m: length });
  return html`${playing(options)}${fill(options.words.match_game ?? "", { n: n + 1, m: length })}`;
}

/** The track ends one point behind the target: nobody can get further. @param {Match} match @param {Racer} racer */
export function track({ points, live, target, games_left: left, over }, racer) {
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

/**
 * What a player still needs, or how the match has ended for them.
 * @param {Match} match
 * @param {Racer} racer
 * @param {Options} options
 */
export function need({ needs, winner, games_left: left, target }, racer, options) {
  const { words } = options;
  if (winner === racer) return html`<b class="wins"><i class="crown"></i>${words.match_won}</b>`;
  if (winner !== null) return words.match_lost;
  const { missing, reachable, per_game: each, fewest_games: fewest } = needs[racer];
  if (!reachable || each === null || fewest === null) {
    return html`<i class="no-way"></i>${fill(words.out_of_reach ?? "", { n: sumOf(target, options) })}`;
  }
  const needed = fill(plural(options, "needs", left), { points: atLeast(missing, options), each: atLeast(each, options) });
  return left > 1 ? html`${needed}<span>${plural(options, "fewest", fewest)}</span>` : needed;
}
