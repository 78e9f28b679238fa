// @ts-check
// How long nothing has been heard of a game: counted in the page, from what the server knew.

import { fill } from "./format.js";

/** @typedef {import("./types.js").Options} Options */

/** From here on minutes are enough. */
const MINUTES_FROM_S = 100;

/** @type {Map<HTMLElement, {since: number, options: Options}>} */
const counters = new Map();

/**
 * Let an element say how long it has been silent, from now on.
 * @param {HTMLElement} element
 * @param {number} since in milliseconds of performance.now()
 * @param {Options} options
 */
export function showSilence(element, since, options) {
  counters.set(element, { since, options });
  element.textContent = silence(performance.now() - since, options);
}

/**
 * @param {number} ms
 * @param {Options} options
 */
function silence(ms, { words }) {
  const seconds = Math.max(1, Math.floor(ms / 1000));
  if (seconds < MINUTES_FROM_S) return fill(words.stale ?? "", { n: seconds });
  return fill(words.stale_minutes ?? "", { n: Math.floor(seconds / 60) });
}

setInterval(() => {
  const now = performance.now();
  for (const [element, { since, options }] of counters) {
    if (!element.isConnected) counters.delete(element);
    else element.textContent = silence(now - since, options);
  }
}, 1000);
