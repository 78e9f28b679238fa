// @ts-check
// The score alone, for scenes that show players and clocks elsewhere.

import { html, render } from "lit-html";
import { plural } from "../format.js";
import { centre, finish, isOver, meter, win } from "./points_now.js";
import { gameBadges, onAir } from "./status.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {wins?: boolean}} options `wins`: tell what a win would bring, and not how far it
 *   is to a draw that counts in full
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  return (state, moment) => {
    const over = isOver(state);
    render(
      html`<section class="score">
        <div class="score-row">${centre(state, options)}</div>
        ${meter(state)}
        <div class="score-strip">
          ${over ? finish(state, options) : options.wins ? html`${win(state, "white", options)}${win(state, "black", options)}` : toGo(state)}
          ${gameBadges(state, moment, options, over ? undefined : onAir)}
        </div>
      </section>`,
      element,
    );
  };

  /** @param {import("../types.js").GameState} state */
  function toGo({ running: { moves_to_go: left } }) {
    return html`<div class="to-go">${words.to_25}: <b>${left > 0 ? plural(options, "to_go", left) : words.to_go_none}</b></div>`;
  }
}
