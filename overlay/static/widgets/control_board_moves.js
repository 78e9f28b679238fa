// @ts-check
// The last moves of a game at a board, their correction, as in a score sheet, and a game that is begun by hand.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { moveText } from "../format.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").RoomBoard} RoomBoard */
/** @typedef {import("../types.js").RoomGame} RoomGame */

const NUMBER = /^\s*(\d{1,3})\s*(\.{2,3}|…|\.|(?=\s))/;
/** The letters of German pieces, none of which means anything else in a move. @type {Record<string, string>} */
const ENGLISH = { D: "Q", T: "R", L: "B", S: "N" };
const LONGEST = 8000;

/**
 * @param {import("../types.js").Options} options
 * @param {() => void} changed
 * @returns {(known: Known, board: RoomBoard, game: RoomGame) => unknown}
 */
export function moves({ words, lang }, changed) {
  /** The game that is being corrected, and its moves when that began. @type {{game: string, text: string} | null} */
  let correcting = null;

  return (known, board, game) => {
    const open = correcting?.game === game.id ? correcting : null;
    const text = sheet(board.moves, game.plies);
    const toggle = () => {
      correcting = open ? null : { game: game.id, text };
      changed();
    };
    return html`<p class="sheet">${text || html`<span class="muted">${words.moves_none}</span>`}</p>
      <button type="button" class="press is-wide" aria-expanded=${open !== null} @click=${toggle}>${words.moves_correct}</button>
      ${open ? keyed(game.id, form(known, game, open.text)) : nothing}`;
  };

  /** @param {Known} known @param {RoomGame} game @param {string} text */
  function form(known, game, text) {
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLTextAreaElement} */ (/** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("moves"));
      const read = readMoves(field.value, lang);
      field.setCustomValidity(read && read.ply <= game.plies ? "" : (words.moves_number ?? ""));
      if (field.reportValidity() && read) known.act({ do: "correct", game: game.id, ...read });
    };
    const typed = (/** @type {Event} */ { target }) => /** @type {HTMLTextAreaElement} */ (target).setCustomValidity("");
    return html`<form class="names" novalidate @submit=${submit}>
      <label><span>${words.moves_hint}</span><textarea name="moves" rows="3" spellcheck="false" autocapitalize="off" maxlength=${LONGEST} .value=${text || "1. "} @input=${typed}></textarea></label>
      <button class="press" aria-disabled=${known.moment.connection === "lost"}>${words.moves_set}</button>
    </form>`;
  }

  /** The last moves, the last of which is at `plies`. @param {string[]} sans @param {number} plies */
  function sheet(sans, plies) {
    const from = plies - sans.length;
    const numbered = sans.map((san, index) => {
      const number = Math.floor((from + index) / 2) + 1;
      const before = (from + index) % 2 === 0 ? `${number}. ` : index === 0 ? `${number}… ` : "";
      return before + moveText(san, lang);
    });
    return numbered.join(" ");
  }
}

/**
 * A form that begins a game with moves that the board has not seen.
 * @param {Known} known
 * @param {string} serial
 * @param {import("../types.js").Options} options
 */
export function beginForm(known, serial, { words, lang }) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    known.act({ do: "newgame", board: serial, moves: english(String(data.get("moves") ?? ""), lang) });
  };
  return html`<form class="names" @submit=${submit}>
    <label><span>${words.moves_begin_hint}</span><textarea name="moves" rows="2" spellcheck="false" autocapitalize="off" maxlength=${LONGEST}></textarea></label>
    <button class="press" aria-disabled=${known.moment.connection === "lost"}>${words.moves_begin_do}</button>
  </form>`;
}

/**
 * After how many plies the moves of a text begin, and the moves with English letters; null if no number comes first.
 * @param {string} text
 * @param {import("../types.js").Lang} lang
 */
function readMoves(text, lang) {
  const number = NUMBER.exec(text);
  if (!number || Number(number[1]) < 1) return null;
  const isBlack = number[2] !== "." && number[2] !== "";
  return { ply: 2 * (Number(number[1]) - 1) + (isBlack ? 1 : 0), moves: english(text.slice(number[0].length), lang) };
}

/** Moves as programs write them. @param {string} text @param {import("../types.js").Lang} lang */
function english(text, lang) {
  const dotted = text.replace(/…/g, "...");
  return lang === "de" ? dotted.replace(/[DTLS]/g, (letter) => ENGLISH[letter] ?? letter) : dotted;
}
