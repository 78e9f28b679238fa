// @ts-check
// What the arbiter's page is made of: players, results, points.

import { html, nothing } from "lit-html";
import { fill, plain, points, RESULT } from "../format.js";

/** @typedef {import("../types.js").Options} Options */
/** @typedef {import("../arbiter_types.js").Counted} Counted */

/** Both players, each with the colour. @param {{white: string, black: string}} game */
export function pair({ white, black }) {
  return html`<span class="pair"><span><i class="chip chip-white"></i><bdi>${plain(white) || "–"}</bdi></span><span><i class="chip chip-black"></i><bdi>${plain(black) || "–"}</bdi></span></span>`;
}

/** Result, points and ending in a line. @param {Counted | null} counted @param {Options} options */
export function countedText(counted, options) {
  const { words } = options;
  if (!counted) return "–";
  if (counted.outcome === null) return words.arbiter_running ?? "";
  if (counted.outcome === "void") return words.arbiter_void ?? "";
  const given = counted.points ? `${points(counted.points.white, options, 4)} : ${points(counted.points.black, options, 4)}` : "–";
  const ending = counted.ending === "unknown" ? "" : (words[`end_${counted.ending}`] ?? counted.ending);
  return `${RESULT[counted.outcome]}, ${given}${ending && ` (${ending})`}`;
}

/** Round and board. @param {{round: number | null, board: number | null}} game @param {Options} options */
export function placeText({ round, board }, { words }) {
  const parts = [round === null ? "" : fill(words.arbiter_round ?? "", { n: round }), board === null ? "" : fill(words.arbiter_board ?? "", { n: board })];
  return parts.filter(Boolean).join(", ");
}

/** "Corrected", with a shape. @param {Options} options */
export function correctedMark({ words }) {
  return html`<span class="badge badge-corrected"><i class="dot"></i>${words.corrected}</span>`;
}

/**
 * A field with its name above it.
 * @param {string | undefined} name
 * @param {unknown} control
 */
export function field(name, control) {
  return html`<label class="field"><span>${name}</span>${control}</label>`;
}

/**
 * A choice of few.
 * @param {string} name of the field
 * @param {[string, string | undefined][]} choices value and word
 * @param {string} [first] what is chosen at first
 * @param {((value: string) => void)} [changed]
 */
export function select(name, choices, first, changed) {
  return html`<select name=${name} @change=${(/** @type {Event} */ { target }) => changed?.(/** @type {HTMLSelectElement} */ (target).value)}>
    ${choices.map(([value, word]) => html`<option value=${value} ?selected=${value === first}>${word}</option>`)}
  </select>`;
}

/** A whole number from 1. @param {string} name @param {number | null} [first] */
export function number(name, first = null) {
  return html`<input name=${name} type="number" inputmode="numeric" min="1" max="1000000" value=${first ?? nothing} />`;
}
