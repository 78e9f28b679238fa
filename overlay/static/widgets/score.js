// @ts-check
// The score alone, for scenes that show players and clocks elsewhere.

import { html, render } from "lit-html";
import { centre, finish, isOver, meter, win } from "./points_now.js";
import { gameBadges, onAir } from "./status.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  return (state, moment) => {
    const over = isOver(state);
    render(
      html`<section class="score">
        <div class="score-row">${centre(state, options)}</div>
        ${meter(state)}
        <div class="score-strip">
          ${over ? finish(state, options) : html`${win(state, "white", options)}${win(state, "black", options)}`}
          ${gameBadges(state, moment, options, over ? undefined : onAir)}
        </div>
      </section>`,
      element,
    );
  };
}
