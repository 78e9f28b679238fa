// @ts-check
// The lower third: who plays, the clocks, the points if drawn now, who is ahead, and what a win would bring.

import { html, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { showClock } from "../clocks.js";
import { centre, finish, isOver, meter, nameOf, win } from "./points_now.js";
import { gameBadges, onAir } from "./status.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Side} Side */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  return (state, moment) => {
    render(
      html`<section class="bar">
        <div class="bar-row">
          ${player(state, "white", moment)}
          <div class="bar-centre">${centre(state, options)}</div>
          ${player(state, "black", moment)}
        </div>
        ${meter(state)}
        <div class="bar-strip">
          ${isOver(state)
            ? html`${finish(state, options)}${gameBadges(state, moment, options)}`
            : html`${win(state, "white", options)}${gameBadges(state, moment, options, onAir)}${win(state, "black", options)}`}
        </div>
      </section>`,
      element,
    );
  };

  /** @param {GameState} state @param {Side} side @param {Moment} moment */
  function player(state, side, moment) {
    return html`<div class="bar-side bar-${side}">
      <i class="chip chip-${side}"></i>
      <div class="who">
        ${nameOf(state, side, options)}
        <div class="rating">${state[side].rating ?? options.words[side]}</div>
      </div>
      <div
        class="clock"
        ${ref((face) => face && showClock(/** @type {HTMLElement} */ (face), state, side, moment))}
      ></div>
    </div>`;
  }
}
