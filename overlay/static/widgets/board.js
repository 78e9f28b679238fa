// @ts-check
// The board: the position, the last move, a king in check, and the squares that prove an entry.

import { Chessground } from "@lichess-org/chessground";

/** @typedef {import("@lichess-org/chessground/types").Key} Key */

/**
 * The squares of a move in UCI: "e2e4", "e7e8q"; a drop "N@f3" has one.
 * @param {string | null} uci
 * @returns {Key[]}
 */
export function squaresOf(uci) {
  return /** @type {Key[]} */ ((uci ?? "").match(/[a-h][1-8]/g) ?? []);
}

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {coordinates?: boolean}} options
 */
export function mount(element, options) {
  const ground = Chessground(element, {
    viewOnly: true,
    coordinates: options.coordinates ?? true,
    animation: { enabled: false, duration: 220 },
    drawable: { enabled: false, visible: false },
  });
  let first = true;
  return {
    /**
     * The first position stands there at once, only later ones are moved to.
     * @param {{fen: string, last_move: string | null, check?: import("../types.js").Side | null}} state
     * @param {boolean} [still] this one is not moved to either
     */
    update(state, still = first) {
      const turn = state.fen.split(" ")[1] === "b" ? "black" : "white";
      ground.set({ animation: { enabled: options.motion === "full" && !still } });
      ground.set({ fen: state.fen, turnColor: turn, lastMove: squaresOf(state.last_move), check: state.check ?? false });
      first = false;
    },
    /** @param {string[]} squares */
    mark(squares) {
      const custom = new Map(squares.map((square) => [/** @type {Key} */ (square), "proof"]));
      ground.set({ highlight: { custom } });
    },
  };
}
