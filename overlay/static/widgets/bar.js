// @ts-check
// The lower third: who plays, the clocks, the points if drawn now, who is ahead, and what a win would bring.

import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { showClock } from "../clocks.js";
import { styles } from "../directives.js";
import { playerName, points, RESULT, signed } from "../format.js";
import { isScored } from "../known.js";
import { gameBadges } from "./status.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Side} Side */

/** A lead of this many points fills one half of the meter. */
const FULL_LEAD = 0.5;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (state, moment) => {
    const over = state.result !== null || !isScored(state.status.lifecycle);
    render(
      html`<section class="bar ${over ? "is-over" : ""}">
        <div class="bar-row">
          ${player(state, "white", moment)} ${centre(state)} ${player(state, "black", moment)}
        </div>
        ${meter(state, over)}
        <div class="bar-strip">
          ${over ? finish(state) : html`${win(state, "white")}${gameBadges(state, moment, options, onAir)}${win(state, "black")}`}
          ${over ? gameBadges(state, moment, options) : nothing}
        </div>
      </section>`,
      element,
    );
  };

  /** @param {GameState} state @param {Side} side @param {import("../types.js").Moment} moment */
  function player(state, side, moment) {
    const who = state[side];
    return html`<div class="bar-side bar-${side}">
      <i class="chip chip-${side}"></i>
      <div class="who">
        <div class="name">
          ${who.title ? html`<span class="title">${who.title}</span>` : nothing}<bdi>${playerName(who, options)}</bdi>
        </div>
        <div class="rating">${who.rating ?? words[side]}</div>
      </div>
      <div
        class="clock"
        ${ref((face) => face && showClock(/** @type {HTMLElement} */ (face), state, side, moment))}
      ></div>
    </div>`;
  }

  /** @param {GameState} state */
  function centre(state) {
    const { result } = state;
    const shown = result ? result.points : isScored(state.status.lifecycle) ? state.score.draw : null;
    if (!shown) return html`<div class="bar-centre"><div class="verdict"><div class="outcome">${words.void_title}</div></div></div>`;
    return html`<div class="bar-centre">
      <div class="points points-white">${points(shown.white, options)}</div>
      <div class="verdict">
        <div class="label">${result ? (state.status.settled ? words.final : words.final_provisional) : words.if_drawn}</div>
        ${result ? html`<div class="outcome">${RESULT[result.outcome]}</div>` : lead(state)}
      </div>
      <div class="points points-black">${points(shown.black, options)}</div>
    </div>`;
  }

  /** @param {GameState} state */
  function lead({ leader }) {
    if (!leader.side) return html`<div class="lead">${words.level}</div>`;
    const by = signed(leader.by, options);
    return html`<div class="lead lead-${leader.side}">
      <i class="arrow"></i><span>${words[`leads_${leader.side}`]}</span><b>${by}</b><i class="arrow"></i>
    </div>`;
  }

  /** @param {GameState} state @param {boolean} over */
  function meter({ leader, result }, over) {
    let { side } = leader;
    let by = Number(leader.by);
    if (over) {
      const lead = result?.points ? Number(result.points.white) - Number(result.points.black) : 0;
      side = lead > 0 ? "white" : lead < 0 ? "black" : null;
      by = Math.abs(lead);
    }
    const share = side ? Math.min(1, by / FULL_LEAD) : 0;
    const fill = (/** @type {Side} */ of) => styles({ transform: `scaleX(${side === of ? share : 0})` });
    return html`<div class="meter">
      <i class="meter-half meter-white"><i class="meter-fill" style=${fill("white")}></i></i>
      <i class="meter-half meter-black"><i class="meter-fill" style=${fill("black")}></i></i>
      <i class="meter-mark"></i>
    </div>`;
  }

  /** @param {GameState} state @param {Side} side */
  function win(state, side) {
    const score = side === "white" ? state.score.white_wins : state.score.black_wins;
    return html`<div class="win win-${side}">
      <span>${words[`if_${side}_wins`]}</span>
      <b><i class="chip chip-white"></i>${points(score.white, options)}</b>
      <b><i class="chip chip-black"></i>${points(score.black, options)}</b>
    </div>`;
  }

  /** @param {GameState} state */
  function finish({ result, status }) {
    return html`<div class="finish">${(result?.text ?? status.note)?.[options.lang]}</div>`;
  }
}

/** "Live" goes without saying on air. @param {import("./status.js").Badge} badge */
function onAir({ kind }) {
  return kind !== "live";
}
