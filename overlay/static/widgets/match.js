// @ts-check
// A match to an absolute majority of the points: how far both are, what each still needs, and whether it can be reached.

import { html, nothing, render } from "lit-html";
import { fill } from "../format.js";
import { classicalScore, sumOf } from "../sums.js";
import { eventHead, lately, nameOf } from "./event_head.js";
import { need, RACERS, stage, track } from "./event_needs.js";

/** @typedef {import("../types.js").Match} Match */

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
      ${eventHead(fill(words.match_to ?? "", { n: target }), match.corrected ? [lately(options), stage(match, options)] : stage(match, options))}
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

  /** @param {Match} match @param {0 | 1} racer */
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
        ${track(match, racer)}
        <p class="need">${need(match, racer, options)}</p>
      </div>
      <div class="so-far">
        <b>${sumOf(points[racer], options)}</b>
        ${live ? html`<span><i class="sample sample-live"></i>${sumOf(live[racer], options)}</span>` : nothing}
      </div>
    </div>`;
  }
}
