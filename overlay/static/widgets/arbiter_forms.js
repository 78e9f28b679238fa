// @ts-check
// The fields of each act, and the act that they say.

import { html, nothing } from "lit-html";
import { fill } from "../format.js";
import { field, number, select } from "./arbiter_parts.js";

/** @typedef {import("../types.js").Options} Options */
/** @typedef {import("../arbiter_types.js").Act} Act */
/** @typedef {import("../arbiter_types.js").ArbitedEvent} ArbitedEvent */
/** @typedef {import("../arbiter_types.js").Game} Game */

const VOID = ["aborted", "no_start", "no_result"];
const WON = ["unknown", "resignation", "mate", "flag_fall", "left", "cheating", "claim"];
const DRAWN = ["unknown", "draw", "stalemate", "repetition", "fifty_moves", "dead_position", "flag_fall", "claim", "left"];
const OUTCOMES = ["white_wins", "draw", "black_wins", "void"];
const DECIMAL = /^(\d{1,6})(?:[.,](\d{1,6}))?$/;
const FRACTION = /^\d{1,6}(?:\/[1-9]\d{0,5})?$/;

/** What can be done to a game as it is. @param {Game} game @returns {string[]} */
export function actsOn(game) {
  const flag = game.complete && game.fact.ending === "flag_fall";
  const judged = game.complete ? ["result", ...(flag ? ["flag_fall"] : []), "offer_added", "offer_struck", "points"] : ["void"];
  return [...judged, game.excluded ? "included" : "excluded", "place"];
}

/**
 * The fields of an act; `outcome` is what is chosen for a result, and `chose` hears of another choice.
 * @param {string} act
 * @param {{round: number | null, board: number | null} | null} game
 * @param {ArbitedEvent} event
 * @param {string} outcome
 * @param {(outcome: string) => void} chose
 * @param {Options} options
 */
export function fieldsOf(act, game, event, outcome, chose, { words, lang }) {
  const named = (/** @type {string} */ kind, /** @type {string[]} */ codes) =>
    codes.map((code) => /** @type {[string, string | undefined]} */ ([code, words[`${kind}_${code}`]]));
  switch (act) {
    case "result":
      return html`${field(words.field_outcome, select("outcome", named("outcome", OUTCOMES), outcome, chose))}
      ${field(words.field_ending, select("ending", named("end", outcome === "void" ? VOID : outcome === "draw" ? DRAWN : WON)))}`;
    case "void":
      return field(words.field_ending, select("ending", named("end", VOID)));
    case "flag_fall":
      return field(words.field_means, select("means", named("means", ["win", "draw"])));
    case "offer_added":
    case "offer_struck":
      return html`${field(words.field_side, select("side", [["white", words.white], ["black", words.black]]))}
      ${field(words.field_kind, select("kind", named("kind", ["offer", "decline", "withdraw"])))}
      ${field(words.field_ply, html`<input name="ply" type="number" inputmode="numeric" min="0" max="100000" required />`)}`;
    case "points":
      return html`${field(words.field_white, html`<input name="white" autocomplete="off" inputmode="text" required />`)}
        ${field(words.field_black, html`<input name="black" autocomplete="off" inputmode="text" required />`)}
        <p class="muted is-wide">${fill(words.field_points_hint ?? "", { decimal: lang === "de" ? "0,52" : "0.52" })}</p>`;
    case "place":
      return html`${field(words.field_round, number("round", game?.round))}${field(words.field_board, number("board", game?.board))}`;
    case "names":
      return html`${field(words.field_old, html`<input name="old" list="names" autocomplete="off" maxlength="100" required />`)}
        ${field(words.field_new, html`<input name="new" list="names" autocomplete="off" maxlength="100" required />`)}
        <datalist id="names">${namesIn(event).map((name) => html`<option value=${name}></option>`)}</datalist>`;
    default:
      return nothing;
  }
}

/**
 * The act that a form says. Throws an Error with a text that is no number of points.
 * @param {string} act
 * @param {string} id of the game
 * @param {FormData} data
 * @returns {Act}
 */
export function actOf(act, id, data) {
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const whole = (/** @type {string} */ name) => (text(name) ? Number(text(name)) : null);
  switch (act) {
    case "result":
      return { act, game_id: id, outcome: text("outcome"), ending: text("ending") };
    case "void":
      return { act: "result", game_id: id, outcome: "void", ending: text("ending") };
    case "flag_fall":
      return { act, game_id: id, means: text("means") };
    case "offer_added":
    case "offer_struck":
      return { act, game_id: id, ply: whole("ply"), side: text("side"), kind: text("kind") };
    case "points":
      return { act, game_id: id, white: exact(text("white")), black: exact(text("black")) };
    case "place":
      return { act, game_id: id, round: whole("round"), board: whole("board") };
    case "names":
      return { act, old: text("old"), new: text("new") };
    default:
      return { act, game_id: id };
  }
}

/** Points as an exact fraction. @param {string} text */
function exact(text) {
  if (FRACTION.test(text)) return text;
  const [, whole, part = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new Error(text);
  return `${Number(whole + part)}/${10 ** part.length}`;
}

/** All who play, in order. @param {ArbitedEvent} event */
function namesIn({ games, unfit }) {
  return [...new Set([...games, ...unfit].flatMap(({ white, black }) => [white, black]))].filter(Boolean).sort();
}
