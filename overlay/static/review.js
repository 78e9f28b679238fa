// @ts-check
// Which position of the game is looked at: the live one, or an earlier one to which the viewer went back.

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {{fen: string, last_move: string | null}} Position */
/** @typedef {{ply: number, back: boolean, position: Position & {check: import("./types.js").Side | null}}} Looked */
/** @typedef {{go: (ply: number) => void, step: (by: number) => void, live: () => void}} Steps */
/** @typedef {{id: string, start: string, moves: string[], positions: Position[]}} Known */

/**
 * @param {(looked: Looked) => void} show is told what is looked at, whenever that may have changed
 */
export function review(show) {
  /** @type {GameState} */
  let state;
  /** The ply to which the viewer went back; null is the live position. @type {number | null} */
  let ply = null;
  /** @type {Known | null} */
  let known = null;
  let fetching = false;

  /** A newer state never tears the viewer away from an earlier position that it still has. @param {GameState} next */
  function update(next) {
    if (ply !== null && (next.id !== state.id || ply > next.moves.length)) ply = null;
    state = next;
    tell();
    if (ply !== null && !positionAt(ply)) fetchPositions();
  }

  /**
   * Look at a ply; the last one is the live position, unless it is to be held.
   * @param {number} to
   * @param {boolean} [hold]
   */
  function go(to, hold = false) {
    const wanted = Math.max(0, Math.min(to, state.moves.length));
    ply = wanted === state.moves.length && !hold ? null : wanted;
    tell();
    if (ply !== null && !positionAt(ply)) fetchPositions();
  }

  function tell() {
    const at = ply ?? state.moves.length;
    const position = positionAt(at);
    if (position) show({ ply: at, back: ply !== null, position: { ...position, check: checked(at, position) } });
  }

  /** @param {number} at @returns {Position | null} null while it is not known */
  function positionAt(at) {
    if (at === state.moves.length) return state;
    if (known?.id !== state.id || known.start !== state.start_fen) return null;
    const same = at <= known.moves.length && known.moves.slice(0, at).every((san, i) => san === state.moves[i]);
    return same ? (known.positions[at] ?? null) : null;
  }

  /** @param {number} at @param {Position} position */
  function checked(at, { fen }) {
    if (at === state.moves.length) return state.check;
    return /[+#]$/.test(state.moves[at - 1] ?? "") ? (fen.split(" ")[1] === "b" ? "black" : "white") : null;
  }

  /** Fetch all positions up to now. Without an answer the viewer stays with the live one. */
  async function fetchPositions() {
    if (fetching) return;
    fetching = true;
    const { id, start_fen: start, moves } = state;
    try {
      const answer = await fetch(`/api/v1/games/${encodeURIComponent(id)}/positions${location.search}`);
      if (answer.ok) known = { id, start, moves, positions: await answer.json() };
    } catch {
      // The server is away; the page says so already.
    }
    fetching = false;
    if (ply !== null && !positionAt(ply)) ply = null;
    tell();
  }

  return {
    update,
    go,
    /** @param {number} by plies */
    step: (by) => go((ply ?? state.moves.length) + by),
    live: () => go(Infinity),
  };
}
