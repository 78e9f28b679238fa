// @ts-check
// The result of a game at a board, in two steps: who won, and how. And back.

import { html, nothing } from "lit-html";
import { fill, RESULT } from "../format.js";
import { press } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").RoomGame} RoomGame */
/** @typedef {import("../types.js").OutcomeName} Outcome */
/** @typedef {{word: string, ending: string, flagged: import("../types.js").Side | null}} How */

/** @type {Outcome[]} */
const OUTCOMES = ["white_wins", "draw", "black_wins", "void"];
/** The keys as the browser names them in `aria-keyshortcuts`, and as they are written. @type {Partial<Record<Outcome, [string, string]>>} */
const KEYS = { white_wins: ["Plus", "+"], draw: ["=", "="], black_wins: ["-", "-"] };
/** @type {How[]} */
const WON = [
  { word: "how_resignation", ending: "resignation", flagged: null },
  { word: "how_flag_fall", ending: "flag_fall", flagged: null },
  { word: "how_unknown", ending: "unknown", flagged: null },
  { word: "how_left", ending: "left", flagged: null },
  { word: "how_cheating", ending: "cheating", flagged: null },
];
/** @type {Record<Outcome, How[]>} */
const HOWS = {
  white_wins: WON,
  black_wins: WON,
  draw: [
    { word: "how_draw", ending: "draw", flagged: null },
    { word: "how_flag_white", ending: "flag_fall", flagged: "white" },
    { word: "how_flag_black", ending: "flag_fall", flagged: "black" },
  ],
  void: [{ word: "how_void", ending: "unknown", flagged: null }],
};

/**
 * @param {import("../types.js").Options} options
 * @param {() => void} changed
 * @returns {(known: Known, game: RoomGame, latest: boolean) => unknown} `latest`: keys press its buttons, and it can go on
 */
export function results({ words }, changed) {
  /** What was chosen in the first step. @type {{game: string, outcome: Outcome} | null} */
  let first = null;

  return (known, game, latest) => {
    const asked = first?.game === game.id ? first.outcome : null;
    return html`<div class="results" role="group" aria-label=${words.result_of ?? ""}>
        ${OUTCOMES.map((outcome) => step(game, outcome, asked, latest))}
      </div>
      ${asked ? hows(known, game, asked) : nothing}
      ${latest && game.outcome
        ? press(known, { do: "reopen", game: game.id }, html`${words.result_back} <kbd>R</kbd>`, { kind: "is-wide", key: "R" })
        : nothing}`;
  };

  /** @param {RoomGame} game @param {Outcome} outcome @param {Outcome | null} asked @param {boolean} keyed */
  function step(game, outcome, asked, keyed) {
    const [name, sign] = (keyed && KEYS[outcome]) || [];
    const ask = (/** @type {Event} */ event) => {
      const button = /** @type {HTMLElement} */ (event.currentTarget);
      first = outcome === asked ? null : { game: game.id, outcome };
      changed();
      /** @type {HTMLElement | null | undefined} */ (first && button.closest(".results")?.nextElementSibling?.querySelector("button"))?.focus();
    };
    return html`<button
      type="button"
      class="press"
      aria-pressed=${game.outcome === outcome}
      aria-expanded=${outcome === asked}
      aria-keyshortcuts=${name ?? nothing}
      @click=${ask}
    >
      ${resultText(outcome)}${sign ? html` <kbd>${sign}</kbd>` : nothing}
    </button>`;
  }

  /** @param {Known} known @param {RoomGame} game @param {Outcome} outcome */
  function hows(known, game, outcome) {
    const done = () => {
      first = null;
      changed();
    };
    return html`<div class="hows" role="group" aria-label=${words.result_how ?? ""}>
      <p>${fill(words.result_sure ?? "", { result: resultText(outcome) })}</p>
      ${HOWS[outcome].map(
        ({ word, ending, flagged }) =>
          html`<span @click=${done}>${press(known, { do: "end", game: game.id, outcome, ending, flagged }, words[word])}</span>`,
      )}
    </div>`;
  }

  /** @param {Outcome} outcome */
  function resultText(outcome) {
    return outcome === "void" ? (words.result_void ?? "") : RESULT[outcome];
  }
}
