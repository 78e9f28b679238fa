// @ts-check
// Numbers, names and moves as people read them, in both languages.

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Options} Options */

/** Invisible marks that change the direction of the text around them, and other control characters. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Fill in the braces of a phrase: `fill("{n} moves", {n: 3})`.
 * @param {string} phrase
 * @param {Record<string, string | number>} values
 */
export function fill(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (braces, key) => String(values[key] ?? braces));
}

/**
 * The phrase for one or for several.
 * @param {Options} options
 * @param {string} key
 * @param {number} n
 */
export function plural(options, key, n) {
  return fill(options.words[n === 1 ? `${key}_one` : `${key}_other`] ?? "", { n });
}

/**
 * Points as text: two places at least, and as many as `places` at most.
 * @param {string | number} points
 * @param {Options} options
 * @param {number} [places]
 */
export function points(points, options, places = 2) {
  let text = Number(points).toFixed(places);
  while (text.length - text.indexOf(".") > 3 && text.endsWith("0")) text = text.slice(0, -1);
  return decimal(text, options);
}

/**
 * A signed amount: the sign is a true plus or minus, so that it is as wide as a figure.
 * @param {string | number} amount
 * @param {Options} options
 */
export function signed(amount, options) {
  const value = Number(amount);
  return (value < 0 ? "−" : "+") + points(Math.abs(value), options, 4);
}

/**
 * @param {string} text
 * @param {Options} options
 */
function decimal(text, options) {
  return (options.lang === "de" ? text.replace(".", ",") : text).replace("-", "−");
}

/**
 * A text from elsewhere as it may be shown: without characters that rearrange the page.
 * @param {string} text
 */
export function plain(text) {
  return text.replace(CONTROLS, "").trim();
}

/**
 * A player's name as it may be shown.
 * @param {import("./types.js").Player} player
 * @param {Options} options
 */
export function playerName(player, options) {
  if (player.ai_level !== null) return fill(options.words.ai ?? "", { n: player.ai_level });
  return plain(player.name) || (options.words.anonymous ?? "");
}

/**
 * A move's number as in a score sheet: "12." for White's, "12…" for Black's; "" for the start.
 * @param {number} ply
 * @param {string} startFen
 */
export function moveNumber(ply, startFen) {
  if (ply < 1) return "";
  const fields = startFen.split(" ");
  const first = Number(fields[5]) || 1;
  const before = fields[1] === "b" ? ply : ply - 1; // half-moves since White's move of the first number
  return `${first + Math.floor(before / 2)}${before % 2 ? "…" : "."}`;
}

/** The letters of the pieces in German. @type {Record<string, string>} */
const GERMAN = { Q: "D", R: "T", B: "L", N: "S" };

/**
 * A move in SAN with the letters of the language.
 * @param {string} san
 * @param {import("./types.js").Lang} lang
 */
export function moveText(san, lang) {
  return lang === "de" ? san.replace(/[QRBN]/g, (letter) => GERMAN[letter] ?? letter) : san;
}

/**
 * A clock: hours only when there are any, tenths in the last ten seconds.
 * @param {number | null} ms
 */
export function clockText(ms) {
  if (ms === null) return "–:––";
  const left = Math.max(0, ms);
  if (left < 10_000) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The result as chess players write it. @type {Record<import("./types.js").OutcomeName, string>} */
export const RESULT = { white_wins: "1–0", black_wins: "0–1", draw: "½–½", void: "–" };

/** @type {readonly Side[]} */
export const SIDES = ["white", "black"];
