// @ts-check
// From entries to points, step by step, in whole ten-thousandths, so that a page can show every line of the sum.

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {[white: number, black: number]} Pair in ten-thousandths of a point */
/**
 * @typedef {object} Breakdown
 * @property {Pair} base
 * @property {Pair} ledger
 * @property {{entry: Entry, pair: Pair}[]} outcome
 * @property {Pair} raw
 * @property {boolean} clamped one of the two was below 0
 * @property {boolean} shared both together were above 1
 */

const UNIT = 10_000;

/** @param {string} text */
function units(text) {
  return Math.round(Number(text) * UNIT);
}

/** @param {Entry} entry @returns {Pair} */
function pairOf({ side, amount }) {
  const value = units(amount);
  return [side === "black" ? 0 : value, side === "white" ? 0 : value];
}

/** @param {Pair[]} pairs @returns {Pair} */
function sum(pairs) {
  return pairs.reduce(([a, b], [c, d]) => /** @type {Pair} */ ([a + c, b + d]), /** @type {Pair} */ ([0, 0]));
}

/**
 * @param {import("./types.js").GameState} state
 * @param {"draw" | "white_wins" | "black_wins"} name
 * @returns {Breakdown}
 */
export function breakdown(state, name) {
  /** @type {Pair} */
  const base = [units(state.base.white), units(state.base.black)];
  const ledger = sum(state.entries.map(pairOf));
  const outcome = state.outcome_entries[name].map((entry) => ({ entry, pair: pairOf(entry) }));
  const raw = sum([base, ledger, ...outcome.map(({ pair }) => pair)]);
  const kept = raw.map((value) => Math.max(0, value));
  return {
    base,
    ledger,
    outcome,
    raw,
    clamped: raw.some((value) => value < 0),
    shared: (kept[0] ?? 0) + (kept[1] ?? 0) > UNIT,
  };
}

/** @param {number} value in ten-thousandths */
export function inPoints(value) {
  return value / UNIT;
}
