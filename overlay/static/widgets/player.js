// @ts-check
// One player's strip beside the board: name, rating, points if drawn now, clock.

import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { showClock } from "../clocks.js";
import { playerName, points } from "../format.js";
import { pointsNow } from "./points_now.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {side: import("../types.js").Side}} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { side, words } = options;
  return (state, moment) => {
    const who = state[side];
    const shown = pointsNow(state);
    render(
      html`<div class="player player-${side}">
        <i class="chip chip-${side}" role="img" aria-label=${words[side] ?? ""}></i>
        <div class="player-name">
          ${who.title ? html`<span class="title">${who.title}</span>` : nothing}<bdi>${playerName(who, options)}</bdi>
          ${who.rating ? html`<span class="rating">${who.rating}</span>` : nothing}
        </div>
        <div class="player-points points-${side}">${shown ? points(shown[side], options) : "–"}</div>
        <div
          class="clock"
          ${ref((face) => face && showClock(/** @type {HTMLElement} */ (face), state, side, moment))}
        ></div>
      </div>`,
      element,
    );
  };
}
