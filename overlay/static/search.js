// @ts-check
// What a viewer looks for in the lobby. It stands in the address behind the #, so that it can be shared, and the server never asks.

/** @typedef {import("./types.js").LobbyGame} LobbyGame */
/** @typedef {{text: string, state: string, speed: string}} Search `state` is "", "running" or "over"; "" is no wish */

const RUNNING = ["waiting", "live", "reconnecting"];
/** Letters that are no other letter with a mark, and what people type for them. @type {Record<string, string>} */
const TYPED = { ø: "o", đ: "d", ð: "d", ł: "l", æ: "ae", œ: "oe", þ: "th", ı: "i" };

/** A name as it is searched: without marks and without case. @param {string} text */
export function fold(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase();
  return plain.replace(/[øđðłæœþı]/g, (letter) => TYPED[letter] ?? letter);
}

/** @param {string} hash as in the address, with or without its # @returns {Search} */
export function readSearch(hash) {
  const wanted = new URLSearchParams(hash.replace(/^#/, ""));
  const state = wanted.get("state") ?? "";
  return { text: wanted.get("q") ?? "", state: ["running", "over"].includes(state) ? state : "", speed: wanted.get("speed") ?? "" };
}

/** @param {Search} search @returns {string} with its #; "" for no wish */
export function writeSearch({ text, state, speed }) {
  const wanted = Object.entries({ q: text.trim(), state, speed }).filter(([, value]) => value);
  return wanted.length ? `#${new URLSearchParams(wanted)}` : "";
}

/**
 * The games that match, in the order in which they came: each word of the text is in the name of a player, or the text is the id.
 * @param {LobbyGame[]} games
 * @param {Search} search
 */
export function find(games, { text, state, speed }) {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (speed && game.speed !== speed) return false;
    if (state && (state === "running") !== RUNNING.includes(game.lifecycle)) return false;
    const names = fold(`${game.white.name} ${game.black.name}`);
    return words.every((word) => names.includes(word)) || game.id === text.trim();
  });
}
