// @ts-check
// Clocks run in the page, from the last value that the server knew; one of which nothing is heard stands still.

import { clockText } from "./format.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").Moment} Moment */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {(ms: number | null) => void} Tell */
/** @typedef {{element: HTMLElement, ms: number | null, at: number, runs: boolean, tell: Tell}} Face */

/** @type {Map<HTMLElement, Face>} */
const faces = new Map();

/** Since when all clocks of the page are held, by performance.now(); null while they run. @type {number | null} */
let heldSince = null;

/**
 * Let all clocks of the page stand still, or go on.
 * @param {boolean} on
 */
export function hold(on) {
  if (on === (heldSince !== null)) return;
  heldSince = on ? performance.now() : null;
  for (const face of faces.values()) draw(face, performance.now());
}

/**
 * What is left on a clock, in milliseconds, never less than none.
 * @param {import("./types.js").Clocks} clocks
 * @param {Side} side
 * @param {number} since milliseconds since the state was received; less than none is before that
 */
export function remaining(clocks, side, since) {
  const known = side === "white" ? clocks.white_ms : clocks.black_ms;
  if (known === null) return null;
  return Math.max(0, clocks.running === side ? known - Math.max(0, clocks.age_ms + since) : known);
}

/**
 * Let an element show a clock from now on.
 * @param {HTMLElement} element
 * @param {GameState} state
 * @param {Side} side
 * @param {Moment} moment
 * @param {Tell} [tell] is told what is left, at once and whenever it is drawn
 */
export function showClock(element, state, side, moment, tell = () => {}) {
  const stood = stoodStill(state, moment);
  const face = {
    element,
    ms: remaining(state.clocks, side, stood ?? 0),
    at: moment.at,
    runs: state.clocks.running === side && stood === null,
    tell,
  };
  faces.set(element, face);
  draw(face, performance.now());
}

/**
 * How long after the state was received its clocks were last known to run; null while they do.
 * @param {GameState} state
 * @param {Moment} moment
 */
function stoodStill({ status }, { connection, at }) {
  if (status.stale_since_ms !== null) return -status.stale_since_ms;
  if (status.lifecycle === "reconnecting") return 0;
  return connection === "lost" ? performance.now() - at : null;
}

/** @param {Face} face @param {number} now */
function draw(face, now) {
  const passed = face.runs ? Math.max(0, (heldSince ?? now) - face.at) : 0;
  const ms = face.ms === null ? null : Math.max(0, face.ms - passed);
  const text = clockText(ms);
  if (face.element.textContent !== text) face.element.textContent = text;
  face.element.classList.toggle("is-running", face.runs);
  face.element.classList.toggle("is-low", ms !== null && ms < 20_000);
  face.tell(ms);
}

setInterval(() => {
  const now = performance.now();
  for (const face of faces.values()) {
    if (!face.element.isConnected) faces.delete(face.element);
    else if (face.runs) draw(face, now);
  }
}, 100);
