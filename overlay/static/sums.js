// @ts-check
// Points and sums of them as text: exact, or in a match never more than there is, and never less than is needed.

import { points } from "./format.js";

/** @typedef {import("./types.js").Options} Options */

/**
 * Points to the last place that they have, two at least.
 * @param {string | number} sum at most four places
 * @param {Options} options
 */
export function exact(sum, options) {
  return points(sum, options, 4);
}

/**
 * A sum with two places, rounded down.
 * @param {string | number} sum at most four places
 * @param {Options} options
 */
export function sumOf(sum, options) {
  return points(Math.floor(tenThousandths(sum) / 100) / 100, options);
}

/**
 * What is missing, with two places, rounded up.
 * @param {string | number} missing at most four places
 * @param {Options} options
 */
export function atLeast(missing, options) {
  return points(Math.ceil(tenThousandths(missing) / 100) / 100, options);
}

/**
 * A classical score as chess players write it: "6½".
 * @param {string} score
 */
export function classicalScore(score) {
  const halves = Math.round(Number(score) * 2);
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole || ""}½` : String(whole);
}

/** @param {string | number} amount */
function tenThousandths(amount) {
  return Math.round(Number(amount) * 10_000);
}
