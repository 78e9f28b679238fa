// @ts-check
// How much is known of a game, so that nothing is shown of it that is not.

/** @typedef {import("./types.js").Lifecycle} Lifecycle */
/** @typedef {import("./types.js").Player} Player */

/**
 * Whether nothing is known of a game yet, neither who plays nor a move.
 * @param {{white: Player, black: Player, ply: number}} game
 */
export function isBlank({ white, black, ply }) {
  return ply === 0 && [white, black].every(({ name, ai_level }) => name === "" && ai_level === null);
}

/**
 * Whether a game is one that can have a score.
 * @param {Lifecycle} lifecycle
 */
export function isScored(lifecycle) {
  return lifecycle !== "unsupported" && lifecycle !== "missing";
}
