// @ts-check
// Forms that say who plays, in which round, and what a board is called.

import { html } from "lit-html";
import { plain } from "../format.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("./control_parts.js").Action} Action */
/** @typedef {import("../types.js").RoomBoard} RoomBoard */
/** @typedef {import("../types.js").RoomGame} RoomGame */
/** @typedef {import("../types.js").Options} Options */

const LONGEST = { white: 100, black: 100, round: 20, name: 40 };

/**
 * Who plays: in a game that is over, or at a board, in the game that goes on there or in the next one.
 * @param {Known} known
 * @param {RoomBoard | RoomGame} named
 * @param {Options} options
 */
export function playersForm(known, named, options) {
  const now = "serial" in named && isNext(named) ? named.next : named;
  const of = "serial" in named ? { do: "nameplayers", board: named.serial } : { do: "namegame", game: named.id };
  return form(
    known,
    options,
    (data) => ({ ...of, white: text(data, "white"), black: text(data, "black"), round: text(data, "round") }),
    html`${field("white", options.words.white, now.white)} ${field("black", options.words.black, now.black)}
    ${field("round", options.words.names_round, now.round)}`,
  );
}

/** Whether the names of a board are those of its next game. @param {RoomBoard} board */
export function isNext({ game, games: [last] }) {
  return !last || last.outcome !== null || game !== last.id;
}

/** What a board is called. @param {Known} known @param {RoomBoard} board @param {Options} options */
export function nameForm(known, board, options) {
  return form(
    known,
    options,
    (data) => ({ do: "nameboard", board: board.serial, name: text(data, "name") }),
    field("name", options.words.board_name, board.name, `${options.words.board_itself} ${board.serial}`),
  );
}

/**
 * @param {Known} known
 * @param {Options} options
 * @param {(data: FormData) => Action} action
 * @param {unknown} fields
 */
function form(known, { words }, action, fields) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    known.act(action(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget))));
  };
  return html`<form class="names" @submit=${submit}>
    ${fields}
    <button class="press" aria-disabled=${known.moment.connection === "lost"}>${words.names_save}</button>
  </form>`;
}

/** @param {keyof typeof LONGEST} name @param {string | undefined} label @param {string} value @param {string} [usual] */
function field(name, label, value, usual = "") {
  return html`<label><span>${label}</span><input name=${name} autocomplete="off" maxlength=${LONGEST[name]} placeholder=${usual} .value=${plain(value)} /></label>`;
}

/** @param {FormData} data @param {string} name */
function text(data, name) {
  return String(data.get(name) ?? "").trim();
}
