// @ts-check
// Clocks run in the page, from the last value that the server knew.

import { clockText } from "./format.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {{element: HTMLElement, ms: number | null, at: number, runs: boolean}} Face */

/** @type {Map<HTMLElement, Face>} */
const faces = new Map();

/**
 * What is left on a clock, in milliseconds, never less than none.
 * @param {import("./types.js").Clocks} clocks
 * @param {Side} side
 * @param {number} since milliseconds since the state was received
 */
export function remaining(clocks, side, since) {
  const known = side === "white" ? clocks.white_ms : clocks.black_ms;
  if (known === null) return null;
  return Math.max(0, clocks.running === side ? known - clocks.age_ms - Math.max(0, since) : known);
}

/**
 * Let an element show a clock from now on.
 * @param {HTMLElement} element
 * @param {import("./types.js").Clocks} clocks
 * @param {Side} side
 * @param {number} at when the state was received
 */
export function showClock(element, clocks, side, at) {
  const face = { element, ms: remaining(clocks, side, 0), at, runs: clocks.running === side };
  faces.set(element, face);
  draw(face, performance.now());
}

/** @param {Face} face @param {number} now */
function draw(face, now) {
  const ms = face.ms === null ? null : Math.max(0, face.runs ? face.ms - (now - face.at) : face.ms);
  const text = clockText(ms);
  if (face.element.textContent !== text) face.element.textContent = text;
  face.element.classList.toggle("is-running", face.runs);
  face.element.classList.toggle("is-low", ms !== null && ms < 20_000);
}

setInterval(() => {
  const now = performance.now();
  for (const face of faces.values()) {
    if (!face.element.isConnected) faces.delete(face.element);
    else if (face.runs) draw(face, now);
  }
}, 100);
