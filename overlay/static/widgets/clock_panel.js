// @ts-check
// A chess clock seen from the front: both times, the live points under them, who is ahead, and by how much.

import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { showClock } from "../clocks.js";
import { points } from "../format.js";
import { finish, isOver, nameOf, pointsNow, verdict } from "./points_now.js";
import { gameBadges, onAir } from "./status.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Side} Side */

/** From here on a time has seven figures. */
const HOUR_MS = 3_600_000;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  return (state, moment) => {
    const over = isOver(state);
    render(
      html`<section class="clock-panel">
        <i class="lever lever-${over ? "none" : (state.clocks.running ?? "none")}"></i>
        <div class="case">
          <div class="faces">
            ${face(state, "white", moment)}
            <div class="between">${verdict(state, options)}</div>
            ${face(state, "black", moment)}
          </div>
          <div class="case-foot">
            ${over ? finish(state, options) : ""}${gameBadges(state, moment, options, over ? undefined : onAir)}
          </div>
        </div>
      </section>`,
      element,
    );
  };

  /** @param {GameState} state @param {Side} side @param {Moment} moment */
  function face(state, side, moment) {
    const now = pointsNow(state);
    const ahead = !isOver(state) && state.leader.side === side;
    return html`<div class="face face-${side}">
      <div class="face-who"><i class="chip chip-${side}"></i>${nameOf(state, side, options)}</div>
      <div class="face-time">
        <div
          class="clock"
          ${ref((place) => place && time(/** @type {HTMLElement} */ (place), state, side, moment))}
        ></div>
        <i class="runs"></i>
      </div>
      <div class="face-points">
        ${ahead ? html`<i class="arrow"></i>` : nothing}${now ? points(now[side], options) : "–"}
      </div>
    </div>`;
  }

  /** @param {HTMLElement} place @param {GameState} state @param {Side} side @param {Moment} moment */
  function time(place, state, side, moment) {
    showClock(place, state, side, moment, (ms) => {
      place.classList.toggle("is-unknown", ms === null);
      place.classList.toggle("is-long", ms !== null && ms >= HOUR_MS);
    });
  }
}
