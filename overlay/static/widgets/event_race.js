// @ts-check
// How a match stands, on the page of an event: both players, how far they are, and what each still needs.

import { html, nothing, render } from "lit-html";
import { fill, plain } from "../format.js";
import { classicalScore, sumOf } from "../sums.js";
import { nameOf } from "./event_head.js";
import { need, RACERS, stage, track } from "./event_needs.js";

/** @typedef {import("../types.js").Match} Match */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return ({ kind, match }) => {
    // The match of the evening is that of the featured game alone.
    element.hidden = !match || kind !== "match";
    render(match && !element.hidden ? card(match) : nothing, element);
  };

  /** @param {Match} match */
  function card(match) {
    const target = sumOf(match.target, options);
    return html`<div class="part-head">
        <h2>${fill(words.match_to ?? "", { n: target })}</h2>
        <span>${stage(match, options)}</span>
      </div>
      ${match.both_lost ? bothLost(match, target) : nothing} ${RACERS.map((racer) => lane(match, racer))}
      <p class="race-legend">
        <span><i class="sample sample-points"></i>${words.match_counted}</span>
        ${match.live ? html`<span><i class="sample sample-live"></i>${words.if_drawn}</span>` : nothing}
        ${match.over ? nothing : html`<span><i class="sample sample-reach"></i>${words.match_possible}</span>`}
        <span><i class="sample sample-target"></i>${target}</span>
      </p>`;
  }

  /** @param {Match} match @param {string} target */
  function bothLost({ over, next_players: next }, target) {
    const names = next.map(plain).join(" – ");
    return html`<p class="race-verdict">
      <i class="no-way"></i>
      <span><b>${fill(words.both_lost ?? "", { n: target })}.</b> ${over ? words.prize : words.for_the_prize}.
        ${names ? html`<bdi>${fill(words.next_match ?? "", { players: names })}</bdi>.` : nothing}</span>
    </p>`;
  }

  /** @param {Match} match @param {0 | 1} racer */
  function lane(match, racer) {
    const { players, points, classical, live, white } = match;
    const colour = white === null ? null : white === racer ? "white" : "black";
    return html`<div class="race-lane">
      <div class="race-who">
        ${colour ? html`<i class="chip chip-${colour}" role="img" aria-label=${words[colour] ?? ""}></i>` : nothing}${nameOf(players[racer], options)}
        ${players[racer].rating ? html`<span class="rating">${players[racer].rating}</span>` : nothing}
        <b>${sumOf(points[racer], options)}</b>
      </div>
      ${track(match, racer)}
      <p class="race-need">${need(match, racer, options)}</p>
      <p class="race-beside">
        <span>${fill(words.match_classical ?? "", { n: classicalScore(classical[racer]) })}</span>
        ${live ? html`<span>${words.if_drawn} ${sumOf(live[racer], options)}</span>` : nothing}
      </p>
    </div>`;
  }
}
