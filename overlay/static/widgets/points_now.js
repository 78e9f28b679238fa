// @ts-check
// The points that count now, who is ahead with them, and how it ended: parts that several scenes are made of.

import { html, nothing } from "lit-html";
import { styles } from "../directives.js";
import { playerName, points, RESULT, signed, SIDES } from "../format.js";
import { isScored } from "../known.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Options} Options */
/** @typedef {import("../types.js").Side} Side */

/** A lead of this many points fills one half of the meter. */
const FULL_LEAD = 0.5;

/** Whether nothing is open any more. @param {GameState} state */
export function isOver({ result, status }) {
  return result !== null || !isScored(status.lifecycle);
}

/**
 * The points of the result, or what a draw now would give; null where there is no score.
 * @param {GameState} state
 * @returns {import("../types.js").Points | null}
 */
export function pointsNow({ result, status, score }) {
  if (result) return result.points;
  return isScored(status.lifecycle) ? score.draw : null;
}

/** @param {GameState} state @param {Side} side @param {Options} options */
export function nameOf(state, side, options) {
  const { title } = state[side];
  return html`<div class="name">
    ${title ? html`<span class="title">${title}</span>` : nothing}<bdi>${playerName(state[side], options)}</bdi>
  </div>`;
}

/**
 * What the points are, and who leads or how it ended.
 * @param {GameState} state
 * @param {Options} options
 */
export function verdict(state, options) {
  const { result, status } = state;
  const { words } = options;
  if (!pointsNow(state)) return html`<div class="verdict"><div class="outcome">${words.void_title}</div></div>`;
  return html`<div class="verdict">
    <div class="label">${result ? (status.settled ? words.final : words.final_provisional) : words.if_drawn}</div>
    ${result ? html`<div class="outcome">${RESULT[result.outcome]}</div>` : lead(state, options)}
  </div>`;
}

/** @param {GameState} state @param {Options} options */
function lead({ leader }, options) {
  const { words } = options;
  if (!leader.side) return html`<div class="lead">${words.level}</div>`;
  return html`<div class="lead lead-${leader.side}">
    <i class="arrow"></i><span>${words[`leads_${leader.side}`]}</span><b>${signed(leader.by, options)}</b><i class="arrow"></i>
  </div>`;
}

/**
 * Points, verdict, points.
 * @param {GameState} state
 * @param {Options} options
 */
export function centre(state, options) {
  const now = pointsNow(state);
  const of = (/** @type {Side} */ side) =>
    now ? html`<div class="points points-${side}">${points(now[side], options)}</div>` : nothing;
  return html`${of("white")}${verdict(state, options)}${of("black")}`;
}

/** How far ahead the leader is, from the middle to its side. @param {GameState} state */
export function meter(state) {
  let { side } = state.leader;
  let by = Number(state.leader.by);
  if (isOver(state)) {
    const given = state.result?.points;
    const ahead = given ? Number(given.white) - Number(given.black) : 0;
    side = ahead > 0 ? "white" : ahead < 0 ? "black" : null;
    by = Math.abs(ahead);
  }
  const share = (/** @type {Side} */ of) => styles({ "--share": String(side === of ? Math.min(1, by / FULL_LEAD) : 0) });
  return html`<div class="meter">
    <i class="meter-half meter-white"><i class="meter-fill" style=${share("white")}></i></i>
    <i class="meter-half meter-black"><i class="meter-fill" style=${share("black")}></i></i>
    <i class="meter-mark"></i>
  </div>`;
}

/** What it would bring if this side won. @param {GameState} state @param {Side} side @param {Options} options */
export function win({ score }, side, options) {
  const given = side === "white" ? score.white_wins : score.black_wins;
  return html`<div class="win win-${side}">
    <span>${options.words[`if_${side}_wins`]}</span>
    ${SIDES.map((of) => html`<b><i class="chip chip-${of}"></i>${points(given[of], options)}</b>`)}
  </div>`;
}

/** How it ended, in words. @param {GameState} state @param {Options} options */
export function finish({ result, status }, { lang }) {
  return html`<div class="finish">${(result?.text ?? status.note)?.[lang]}</div>`;
}
