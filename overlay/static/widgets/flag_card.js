// @ts-check
// The flag-fall card: what it would mean if a flag fell now, and why; big while a clock is low. Used on air and on the page.

import { html, nothing, render } from "lit-html";
import { showClock } from "../clocks.js";
import { fill, playerName, points, SIDES } from "../format.js";
import { disagreements, fallen, kindOf, shownAs } from "./flag_says.js";

/** @typedef {import("../types.js").FlagVerdict} FlagVerdict */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Side} Side */

/** A side is big from the first on, and until its clock has more than the second: increments make no card pump. */
const BIG_BELOW_MS = 20_000;
const SMALL_FROM_MS = 30_000;

/** The policies as a sentence names them. */
const POLICIES = { chessmail: "chessmail", fide: "FIDE", lichess: "Lichess", server: "Server" };

/**
 * @typedef {object} FlagOptions
 * @property {(squares: string[]) => void} [onSelect] a line is looked at: it can be pointed at, focused or tapped
 */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & FlagOptions} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Record<Side, boolean>} */
  let big = { white: false, black: false };
  /** @type {Side | null} */
  let pinned = null;
  /** @type {Side | null} */
  let looked = null;
  /** @type {GameState} */
  let state;
  /** @type {Moment} */
  let moment;

  return (next, at) => {
    if (state?.id !== next.id) {
      big = { white: false, black: false };
      pinned = looked = null;
    }
    state = next;
    moment = at;
    draw();
    mark();
  };

  function draw() {
    const shown = shownAs(state);
    element.hidden = shown === "nothing";
    if (shown === "nothing" || shown === "dead") pinned = looked = null;
    if (shown === "nothing") {
      render(nothing, element);
      return;
    }
    element.classList.toggle("has-big", shown !== "sides");
    const { policy } = state.flag;
    const open = policy === "server" && state.result === null;
    render(
      html`<div class="flag-card">
        <div class="flag-top">
          <h2>${words.flag_title}</h2>
          <span class="flag-policy">${words[`flag_policy_${policy}`]}</span>
          ${open ? html`<span class="badge badge-provisional"><i class="dot"></i>${words.provisional}</span>` : nothing}
        </div>
        <ul class="flag-sides">${shown === "dead" ? dead() : shown === "fell" ? fell() : SIDES.map(side)}</ul>
        ${shown === "sides" && state.flag.dead ? other(words.flag_dead_elsewhere ?? "") : nothing}
      </div>`,
      element,
    );
    if (shown === "sides") SIDES.forEach(watch);
  }

  /** @param {Side} of */
  function side(of) {
    const verdict = state.flag[of];
    return html`<li class="flag-side" data-side=${of}>
      ${line(of, html`
        <i class="chip chip-${of}" aria-hidden="true"></i>
        <span class="flag-when"><bdi>${playerName(state[of], options)}</bdi><span>${words[`flag_${of}`]}</span></span>
        <span class="clock"></span>
        ${meaning(verdict.outcome, state.score)}
        ${why(verdict, verdict.pending ? fill(words.flag_pending ?? "", { side: words[against(of)] ?? "" }) : verdict.text[lang])}
        ${others(of)}`)}
    </li>`;
  }

  /** The end by a flag that fell. */
  function fell() {
    const result = /** @type {import("../types.js").Result} */ (state.result);
    const of = fallen(state);
    const verdict = state.flag[of];
    return html`<li class="flag-side is-big is-over" data-side=${of}>
      ${line(of, html`
        <i class="chip chip-${of}" aria-hidden="true"></i>
        <span class="flag-when"><bdi>${playerName(state[of], options)}</bdi><span>${words[`flag_fell_${of}`]}</span></span>
        ${meaning(result.outcome, { [result.outcome]: result.points })}
        ${state.flag.policy === "server" ? html`<span class="flag-why">${words.flag_server}</span>` : why(verdict, verdict.text[lang])}
        ${result.server ? other(`${words.server_says}: ${result.server[lang]}`) : others(of)}`)}
    </li>`;
  }

  /** Neither side can mate: whose flag falls makes no difference. */
  function dead() {
    const score = state.result?.points ? { draw: state.result.points } : state.score;
    return html`<li class="flag-side is-big is-over" data-side="both">
      <div class="flag-line">
        <i class="chip chip-both" aria-hidden="true"></i>
        <span class="flag-when"><span>${words.flag_dead}</span></span>
        ${meaning("draw", score)}
        <span class="flag-why">${kind(state.flag.dead === "proof" ? "proof" : "material")}${words.flag_dead_why}</span>
      </div>
    </li>`;
  }

  /** A line that can be looked at, where there is a board to show its squares. @param {Side} of @param {unknown} body */
  function line(of, body) {
    const { squares } = state.flag[of];
    if (!options.onSelect || !squares.length) return html`<div class="flag-line">${body}</div>`;
    return html`<button
      type="button"
      class="flag-line"
      aria-pressed=${pinned === of ? "true" : "false"}
      @click=${() => pin(pinned === of ? null : of)}
      @pointerenter=${() => look(of)}
      @pointerleave=${() => look(null)}
      @focus=${() => look(of)}
      @blur=${() => look(null)}
    >
      ${body}
    </button>`;
  }

  /** @param {import("../types.js").OutcomeName} outcome @param {Record<string, import("../types.js").Points | null>} score */
  function meaning(outcome, score) {
    const given = score[outcome];
    const winner = outcome === "white_wins" ? "white" : outcome === "black_wins" ? "black" : "both";
    return html`<span class="flag-meaning">
      <b><span aria-hidden="true">→ </span>${words[`outcome_${outcome}`]}</b>
      ${given
        ? html`<span class="flag-points flag-points-${winner}">${SIDES.map((of) => html`<span><i class="chip chip-${of}" role="img" aria-label=${words[of] ?? ""}></i>${points(given[of], options)}</span>`)}</span>`
        : nothing}
    </span>`;
  }

  /** @param {FlagVerdict} verdict @param {string} text */
  function why(verdict, text) {
    return html`<span class="flag-why">${kind(verdict.pending ? "pending" : kindOf(verdict.reason))}${text}</span>`;
  }

  /** How it is known. @param {string | null} of */
  function kind(of) {
    return of ? html`<span class="flag-kind flag-kind-${of}">${words[`flag_by_${of}`]}: </span>` : nothing;
  }

  /** @param {Side} of */
  function others(of) {
    return disagreements(state.flag, of, lang).map(({ policies, outcome, why }) => {
      const policy = policies.map((each) => POLICIES[each]).join(` ${words.and} `);
      return other(fill(words[`flag_would_${outcome}`] ?? "", { policy, why }));
    });
  }

  /** @param {string} text */
  function other(text) {
    return html`<span class="flag-other"><i class="differs" aria-hidden="true"></i><span>${text}</span></span>`;
  }

  /** Let the clock of a side run, and show the side big as long as it is low. @param {Side} of */
  function watch(of) {
    const place = /** @type {HTMLElement} */ (element.querySelector(`[data-side=${of}]`));
    const face = /** @type {HTMLElement} */ (place.querySelector(".clock"));
    let news = !moment.snapshot && options.motion !== "none";
    showClock(face, state, of, moment, (ms) => {
      const low = ms !== null && ms < (big[of] ? SMALL_FROM_MS : BIG_BELOW_MS);
      if (low !== big[of]) place.classList.toggle("is-new", low && news);
      big[of] = low;
      place.classList.toggle("is-big", low);
      element.classList.toggle("has-big", big.white || big.black);
    });
    news = options.motion !== "none";
  }

  /** @param {Side | null} of */
  function pin(of) {
    pinned = of;
    draw();
    look(null);
  }

  /** @param {Side | null} of looked at; without one, the pinned one counts */
  function look(of) {
    looked = of;
    mark();
  }

  function mark() {
    const of = looked ?? pinned;
    options.onSelect?.(of ? state.flag[of].squares : []);
  }
}

/** @param {Side} side */
function against(side) {
  return side === "white" ? "black" : "white";
}
