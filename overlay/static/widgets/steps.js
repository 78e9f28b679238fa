// @ts-check
// Under the board: the buttons to go back in the game and to where it is now, and what position the board shows meanwhile.

import { html, nothing, render } from "lit-html";
import { fill, moveNumber, moveText, points } from "../format.js";

/** @typedef {import("../types.js").GameState} GameState */

/** Where the bars and arrows of the buttons stand, in a box of 24. */
const SHAPES = {
  step_first: "M6 5v14M18 5l-9 7 9 7z",
  step_back: "M16 5l-9 7 9 7z",
  step_on: "M8 5l9 7-9 7z",
  step_last: "M18 5v14M6 5l9 7-9 7z",
};

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {steps: import("../review.js").Steps}} options
 */
export function mount(element, options) {
  const { words, steps } = options;
  /** @type {[keyof typeof SHAPES, () => void][]} */
  const buttons = [
    ["step_first", () => steps.go(0)],
    ["step_back", () => steps.step(-1)],
    ["step_on", () => steps.step(1)],
    ["step_last", () => steps.live()],
  ];

  /** @param {GameState} state @param {import("../review.js").Looked} looked */
  return (state, { ply, back }) => {
    element.classList.toggle("is-back", back);
    const then = back ? state.history[ply] : undefined;
    const drawn = then && fill(words.drawn_then ?? "", { white: points(then[0], options), black: points(then[1], options) });
    render(
      html`<div class="steps-buttons">
          ${buttons.map(
            ([name, act], i) => html`<button type="button" aria-label=${words[name] ?? ""} ?disabled=${i < 2 ? ply === 0 : !back} @click=${act}>
              <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SHAPES[name]} /></svg>
            </button>`,
          )}
          ${back ? html`<button type="button" class="steps-live" @click=${() => steps.live()}>${state.result ? words.to_end : words.to_live}</button>` : nothing}
        </div>
        <p class=${back ? "steps-text" : "only-read"} aria-live=${back ? "polite" : "off"}>
          ${position(state, ply, options)}${drawn ? html` · ${drawn}` : nothing}
        </p>`,
      element,
    );
  };
}

/**
 * @param {GameState} state
 * @param {number} ply
 * @param {import("../types.js").Options} options
 */
export function position({ moves, start_fen }, ply, { words, lang }) {
  if (ply === 0) return words.position_start ?? "";
  return fill(words.position_after ?? "", { move: `${moveNumber(ply, start_fen)} ${moveText(moves[ply - 1] ?? "", lang)}` });
}
