// @ts-check
// The stakes: what a win is worth now, and what each outcome would give; provisional until the draw offers are known.

import { html, nothing, render } from "lit-html";
import { styles } from "../directives.js";
import { points, signed, SIDES } from "../format.js";
import { pointsNow } from "./points_now.js";
import { badgeRow } from "./status.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Side} Side */

/** @type {["white_wins", "draw", "black_wins"]} */
const OUTCOMES = ["white_wins", "draw", "black_wins"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;

  return (state) => {
    const { result, status } = state;
    const scored = pointsNow(state) !== null;
    render(
      html`<section class="stakes">
        <h2>${!scored ? words.stakes : result ? words.stakes_were : words.stakes_are}</h2>
        ${scored
          ? html`${split(state)}${table(state)}`
          : html`<p class="stakes-none"><b>${words.void_title}</b>${(result?.text ?? status.note)?.[lang]}</p>`}
      </section>`,
      element,
    );
  };

  /** Whose stake is how large. @param {GameState} state */
  function split({ stakes, status }) {
    const whole = Number(stakes.white) + Number(stakes.black) || 1;
    return html`<div class="split">
        ${SIDES.map((side) => html`<span class="split-${side}"><i class="chip chip-${side}"></i><b>${points(stakes[side], options)}</b></span>`)}
        <i class="split-bar"><i class="split-fill" style=${styles({ "--share": String(Number(stakes.white) / whole) })}></i></i>
      </div>
      <div class="stakes-note"><span>${words.stakes_rule}</span>${badgeRow([certainty(status)])}</div>`;
  }

  /** @param {import("../types.js").Status} status */
  function certainty({ settled, offers_known: known }) {
    if (settled) return { kind: "settled", text: words.status_settled ?? "" };
    return known ? { kind: "offers", text: words.stakes_known ?? "" } : { kind: "provisional", text: words.stakes_open ?? "" };
  }

  /** @param {GameState} state */
  function table(state) {
    return html`<table>
      <thead>
        <tr>
          <td></td>
          ${SIDES.map((side) => html`<th scope="col"><i class="chip chip-${side}"></i>${words[side]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${OUTCOMES.map((outcome) => row(state, outcome))}
      </tbody>
    </table>`;
  }

  /** @param {GameState} state @param {typeof OUTCOMES[number]} outcome */
  function row({ result, score, outcome_entries }, outcome) {
    const came = result?.outcome === outcome;
    const given = (came && result.points) || score[outcome];
    return html`<tr class=${came ? "is-result" : result ? "is-missed" : ""}>
      <th scope="row"><i class="came"></i>${words[`outcome_${outcome}`]}</th>
      ${SIDES.map((side) => {
        const transfer = outcome_entries[outcome].find((entry) => entry.rule === "transfer" && entry.side === side);
        return html`<td><b>${points(given[side], options)}</b>${transfer ? shift(transfer.amount) : nothing}</td>`;
      })}
    </tr>`;
  }

  /** @param {string} amount */
  function shift(amount) {
    return html`<span class=${amount.startsWith("-") ? "is-loss" : "is-gain"}><i class="arrow"></i>${signed(amount, options)}</span>`;
  }
}
