// @ts-check
// The board on air: players and clocks, how far one is ahead, and for a while the squares of what has just been scored.

import { html, render } from "lit-html";
import { mount as mountBoard } from "./board.js";
import { keyed, newest } from "./ledger_keys.js";
import { mount as mountPlayer } from "./player.js";
import { finish, isOver, meter, verdict } from "./points_now.js";
import { gameBadges, onAir } from "./status.js";

/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Moment} Moment */

/** How long the squares of news stay marked. */
const MARKED_MS = 6000;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {verdict?: boolean}} options `verdict`: the score stands under the board
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  render(
    html`<div class="strip"></div>
      <div class="ground-row"><div class="tall-meter"></div><div class="ground"><div class="board"></div></div></div>
      <div class="strip"></div>
      <div class="board-verdict"></div>`,
    element,
  );
  const [black, white] = [...element.querySelectorAll(".strip")];
  const updateBlack = mountPlayer(/** @type {HTMLElement} */ (black), { ...options, side: "black" });
  const updateWhite = mountPlayer(/** @type {HTMLElement} */ (white), { ...options, side: "white" });
  const board = mountBoard(/** @type {HTMLElement} */ (element.querySelector(".board")), options);
  const tallMeter = /** @type {HTMLElement} */ (element.querySelector(".tall-meter"));
  const under = /** @type {HTMLElement} */ (element.querySelector(".board-verdict"));
  const news = newsOf();
  let position = "";
  let unmark = 0;

  return (state, moment) => {
    updateBlack(state, moment);
    updateWhite(state, moment);
    const { id, fen, last_move, check } = state;
    if (position !== (position = [id, fen, last_move, check].join())) board.update(state, moment.snapshot);
    mark(news(state, moment));
    render(meter(state), tallMeter);
    if (options.verdict) render(score(state, moment), under);
  };

  /** @param {string[] | null} squares of news; null: there is none, and what is marked stays so */
  function mark(squares) {
    if (!squares) return;
    clearTimeout(unmark);
    board.mark(squares);
    if (squares.length) unmark = setTimeout(() => board.mark([]), MARKED_MS);
  }

  /** @param {GameState} state @param {Moment} moment */
  function score(state, moment) {
    const over = isOver(state);
    return html`${verdict(state, options)}
      <div class="board-more">
        ${over ? finish(state, options) : ""}${gameBadges(state, moment, options, over ? undefined : onAir)}
      </div>`;
  }
}

/**
 * Finds what is new from one state to the next: the squares of the newest entry that was not there before, null where
 * there is none, and no squares after a gap or of another game.
 */
function newsOf() {
  let game = "";
  /** @type {Set<string>} */
  let known = new Set();
  return (/** @type {GameState} */ { id, entries }, /** @type {Moment} */ { snapshot }) => {
    const lines = newest(keyed(entries));
    const added = lines.find(({ key }) => !known.has(key));
    const gap = snapshot || id !== game;
    game = id;
    known = new Set(lines.map(({ key }) => key));
    return gap ? [] : (added?.entry.squares ?? null);
  };
}
