// @ts-check
// What the players of one game say about a draw, noted by hand.

import { html, nothing } from "lit-html";
import { fill, plain, playerName, SIDES } from "../format.js";
import { press } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").LobbyGame} LobbyGame */
/** @typedef {import("../types.js").Side} Side */

const KINDS = ["offer", "decline", "withdraw"];
/** They lie on the keyboard as the buttons do on the page. @type {Record<Side, string[]>} */
const KEYS = { white: ["Q", "W", "E"], black: ["A", "S", "D"] };

/**
 * The buttons of a game, and what was noted.
 * @param {Known} known
 * @param {string} id of the game
 * @param {import("../types.js").Options} options
 * @param {boolean} [keyed] whether keys press the buttons
 */
export function says(known, id, options, keyed = false) {
  const { words } = options;
  const game = known.games.find((one) => one.id === id);

  return html`${SIDES.map(
    (side) => html`<div class="says" role="group" aria-label="${words[side]}${game ? `: ${sideName(game, side, options)}` : ""}">
      <span class="says-who"><i class="chip chip-${side}"></i>${words[side]}</span>
      ${KINDS.map((kind, index) => {
        const key = keyed ? KEYS[side][index] : undefined;
        return press(known, { do: "offer", game: id, side, kind }, html`${words[`say_${kind}`]}${key ? html` <kbd>${key}</kbd>` : nothing}`, { key });
      })}
    </div>`,
  )}
  ${noted()}`;

  function noted() {
    const notes = known.desk.offers.filter((offer) => offer.game === id);
    if (!notes.length) return nothing;
    return html`<ol class="noted" reversed>
      ${[...notes].reverse().map(
        ({ side, kind, ply }) => html`<li><i class="chip chip-${side}"></i>${fill(words[`noted_${kind}`] ?? "", { side: words[side] ?? "" })}
          <span class="muted">${after(ply)}</span></li>`,
      )}
    </ol>`;
  }

  /** @param {number} ply */
  function after(ply) {
    return ply && game ? fill(words.noted_after ?? "", { move: moveOf(ply, game) }) : words.noted_before;
  }
}

/** @param {LobbyGame} game @param {Side} side @param {import("../types.js").Options} options */
export function sideName(game, side, options) {
  return plain(playerName(game[side], options));
}

/**
 * The number of a move that has been played, as in a score sheet: "12." for White's, "12…" for Black's.
 * @param {number} ply
 * @param {LobbyGame} game
 */
function moveOf(ply, game) {
  const fields = game.fen.split(" ");
  const now = 2 * (Number(fields[5]) || 1) + (fields[1] === "b" ? 1 : 0); // counts the half-moves up to the position on the board
  const before = now - (game.ply - ply) - 1;
  return `${Math.floor(before / 2)}${before % 2 ? "…" : "."}`;
}
