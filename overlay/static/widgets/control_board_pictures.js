// @ts-check
// What stands on the electronic boards; of an odd one, what should stand there beside it.

import { html, nothing } from "lit-html";
import { fill } from "../format.js";
import { mount as mountBoard } from "./board.js";

/** @typedef {import("../types.js").RoomBoard} RoomBoard */
/** @typedef {"stands" | "game"} Which */
/** @typedef {{element: HTMLElement, ground: ReturnType<typeof mountBoard>}} Small */

/** @param {import("../types.js").Options} options */
export function pictures(options) {
  const { words } = options;
  /** By the number of the board, and which it is. @type {Map<string, Small>} */
  const drawn = new Map();

  return {
    /** The pictures of a board, and in words what is odd. @param {RoomBoard} board */
    show(board) {
      if (board.stands === null) return nothing;
      const odd = board.position !== null;
      const squares = fill(words.odd_squares ?? "", { squares: board.differs.join(", ") });
      return html`<div class="odd">
        ${figure(board, "stands")} ${odd ? figure(board, "game") : nothing}
        ${odd ? html`<p><b>${squares}</b> <span class="muted">${words.odd_hint}</span></p>` : nothing}
      </div>`;
    },
    /** Bring those that were ever shown up to date. @param {RoomBoard[]} boards */
    draw(boards) {
      for (const board of boards) {
        draw(board, "stands", board.stands);
        draw(board, "game", board.position);
      }
    },
  };

  /** @param {RoomBoard} board @param {Which} which */
  function figure(board, which) {
    const { serial } = board;
    const differs = oddSquares(board);
    const name = words[`picture_${which}`] ?? "";
    const small = drawn.get(`${serial} ${which}`) ?? add(`${serial} ${which}`);
    const says = differs.length ? fill(words.picture_differs ?? "", { picture: name, squares: differs.join(", ") }) : name;
    small.element.setAttribute("aria-label", says);
    return html`<figure>${small.element}<figcaption>${name}</figcaption></figure>`;
  }

  /** @param {string} key */
  function add(key) {
    const element = document.createElement("div");
    element.className = "board board-mini";
    element.setAttribute("role", "img");
    const small = { element, ground: mountBoard(element, { ...options, coordinates: false }) };
    drawn.set(key, small);
    return small;
  }

  /** @param {RoomBoard} board @param {Which} which @param {string | null} pieces */
  function draw(board, which, pieces) {
    const small = drawn.get(`${board.serial} ${which}`);
    if (!small || pieces === null) return;
    small.ground.update({ fen: `${pieces} w - - 0 1`, last_move: null }, true);
    small.ground.mark(oddSquares(board));
  }

  /** After the end of a game the pieces may stand anywhere. @param {RoomBoard} board */
  function oddSquares({ differs, game, games: [last] }) {
    return last?.outcome && game === last.id ? [] : differs;
  }
}
