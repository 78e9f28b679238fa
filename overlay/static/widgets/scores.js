// @ts-check
// The three scores that a live game always has, and how the chosen one comes about.

import { html, nothing, render } from "lit-html";
import { breakdown, inPoints } from "../breakdown.js";
import { points, signed, SIDES } from "../format.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {"draw" | "white_wins" | "black_wins"} Name */

/** @type {[Name, string][]} */
const OUTCOMES = [["white_wins", "if_white_wins"], ["draw", "if_drawn"], ["black_wins", "if_black_wins"]];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Name | null} */
  let chosen = null;
  /** @type {GameState} */
  let state;

  return (next) => {
    state = next;
    draw();
  };

  function draw() {
    const { result } = state;
    if (result?.outcome === "void") {
      element.hidden = true;
      return;
    }
    element.hidden = false;
    const name = result ? /** @type {Name} */ (result.outcome) : (chosen ?? "draw");
    render(
      html`${result
          ? nothing
          : html`<div class="outlook">
              <h2>${words.outlook}</h2>
              <div class="outcomes">${OUTCOMES.map(([outcome, label]) => tile(outcome, words[label] ?? "", outcome === name))}</div>
            </div>`}
        <div class="sum-place">${table(name)}</div>`,
      element,
    );
  }

  /** @param {Name} name @param {string} label @param {boolean} pressed */
  function tile(name, label, pressed) {
    const score = state.score[name];
    return html`<button
      type="button"
      class="outcome-tile"
      data-outcome=${name}
      aria-pressed=${pressed ? "true" : "false"}
      @click=${() => {
        chosen = name;
        draw();
      }}
    >
      <span class="outcome-label">${label}</span>
      ${SIDES.map((side) => html`<span class="outcome-points"><i class="chip chip-${side}"></i>${points(score[side], options, 2)}</span>`)}
    </button>`;
  }

  /** @param {Name} name */
  function table(name) {
    const { base, ledger, outcome, raw, clamped, shared } = breakdown(state, name);
    const final = state.result?.points ?? state.score[name];
    const hint = [clamped ? words.clamped : "", shared ? words.shared : ""].filter(Boolean).join("; ");
    return html`<table class="sum">
      <caption class="only-read">${words.sum_title}</caption>
      <thead>
        <tr>
          <td></td>
          ${SIDES.map((side) => html`<th scope="col"><i class="chip chip-${side}"></i><span class="only-read">${words[side]}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">${words.base}</th>
          ${base.map((value) => html`<td>${points(inPoints(value), options)}</td>`)}
        </tr>
        <tr>
          <th scope="row">${words.sum_ledger}</th>
          ${ledger.map(cell)}
        </tr>
        ${outcome.map(({ entry, pair }) => html`<tr class="of-outcome"><th scope="row">${entry.text[lang]}</th>${pair.map(cell)}</tr>`)}
        ${hint
          ? html`<tr><th scope="row">= <small>(${hint})</small></th>${raw.map((value) => html`<td>${points(inPoints(value), options)}</td>`)}</tr>`
          : nothing}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${words.gives}</th>
          ${SIDES.map((side) => html`<td class="points-${side}">${points(final[side], options, 4)}</td>`)}
        </tr>
      </tfoot>
    </table>`;
  }

  /** @param {number} value */
  function cell(value) {
    if (!value) return html`<td class="nought">·</td>`;
    return html`<td class=${value > 0 ? "is-gain" : "is-loss"}>${signed(inPoints(value), options)}</td>`;
  }
}
