// @ts-check
// The moves of the game, each with what it changed of the points of both sides if drawn.

import { html, nothing, render } from "lit-html";
import { moveNumber, moveText, signed, SIDES } from "../format.js";

/** @typedef {import("../types.js").GameState} GameState */

/** Somebody who has not scrolled further away than this from the newest move is kept at it, in pixels. */
const NEAR = 60;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {onSelect: (ply: number) => void}} options
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {GameState} */
  let state;
  let shown = 0;

  /** @param {GameState} next @param {number} ply the one that is looked at */
  return (next, ply) => {
    const before = element.querySelector(".moves-list");
    const follows = !before || before.scrollHeight - before.scrollTop - before.clientHeight < NEAR;
    const went = ply !== shown;
    state = next;
    shown = ply;
    render(
      html`<h2>${words.moves}</h2>
        <ol class="moves-list">
          ${state.moves.length ? rows().map(row) : html`<li class="muted">${words.moves_empty}</li>`}
        </ol>
        <p class="hint keys">
          <span><kbd>←</kbd> <kbd>→</kbd> ${words.keys_moves}</span>
          <span><kbd>${words.key_home}</kbd> <kbd>${words.key_end}</kbd> ${words.keys_ends}</span>
          <span><kbd>↑</kbd> <kbd>↓</kbd> ${words.keys_ledger}</span>
        </p>`,
      element,
    );
    if (went && (follows || ply < state.moves.length)) bring();
  };

  /** The plies of every full move; 0 where a game begins with a move of Black. */
  function rows() {
    const first = state.start_fen.split(" ")[1] === "b" ? 0 : 1;
    /** @type {[number, number][]} */
    const pairs = [];
    for (let ply = first; ply <= state.moves.length; ply += 2) pairs.push([ply, ply + 1]);
    return pairs;
  }

  /** @param {[number, number]} plies */
  function row([white, black]) {
    const number = moveNumber(white || black, state.start_fen).replace("…", ".");
    return html`<li class="moves-row"><span class="moves-number">${number}</span>${cell(white)}${cell(black)}</li>`;
  }

  /** @param {number} ply */
  function cell(ply) {
    const san = state.moves[ply - 1];
    if (ply === 0) return html`<span class="move">…</span>`;
    if (san === undefined) return nothing;
    return html`<button type="button" class="move" aria-current=${ply === shown ? "true" : "false"} @click=${() => options.onSelect(ply)}>
      <b>${moveText(san, lang)}</b><span class="changes">${changes(ply)}</span>
    </button>`;
  }

  /** @param {number} ply */
  function changes(ply) {
    const before = state.history[ply - 1];
    const after = state.history[ply];
    if (!before || !after) return nothing;
    const [white, black] = [after[0] - before[0], after[1] - before[1]].map((by) => Math.round(by * 10_000) / 10_000);
    if (white === black) return change("both", white ?? 0);
    return SIDES.map((side) => change(side, (side === "white" ? white : black) ?? 0));
  }

  /** @param {"white" | "black" | "both"} side @param {number} by */
  function change(side, by) {
    if (!by) return nothing;
    return html`<span class="change ${by > 0 ? "is-gain" : "is-loss"}"
      ><i class="chip chip-${side}" role="img" aria-label=${words[side] ?? ""}></i><i class="arrow" aria-hidden="true"></i>${signed(by, options)}</span
    >`;
  }

  /** Bring the move that is looked at into view within the list; the page itself does not move. */
  function bring() {
    const list = /** @type {HTMLElement} */ (element.querySelector(".moves-list"));
    const row = /** @type {HTMLElement | null | undefined} */ (list.querySelector('[aria-current="true"]')?.closest(".moves-row"));
    const top = row ? row.offsetTop : 0;
    const bottom = row ? top + row.offsetHeight : 0;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }
}
