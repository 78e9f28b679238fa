// @ts-check
// What players say about a draw, noted by hand for games over the board: the featured one first.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain, playerName, SIDES } from "../format.js";
import { featuredFirst, press } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").LobbyGame} LobbyGame */
/** @typedef {import("../types.js").Side} Side */

const KINDS = ["offer", "decline", "withdraw"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (known) => {
    const ids = featuredFirst(known.desk.boards, (id) => id, known);
    render(
      ids.length
        ? html`<div class="card">
            <h2>${words.notes}</h2>
            <p class="muted">${words.notes_hint}</p>
            ${repeat(ids, (id) => id, (id, index) => board(known, id, index === 0))}
          </div>`
        : nothing,
      element,
    );
  };

  /** @param {Known} known @param {string} id @param {boolean} open */
  function board(known, id, open) {
    const game = known.games.find((one) => one.id === id);
    return html`<details class="talk" ?open=${open}>
      <summary>${game ? SIDES.map((side) => html`<span><i class="chip chip-${side}"></i><bdi>${name(game, side)}</bdi></span>`) : id}</summary>
      ${SIDES.map(
        (side) => html`<div class="says" role="group" aria-label="${words[side]}${game ? `: ${name(game, side)}` : ""}">
          <span class="says-who"><i class="chip chip-${side}"></i>${words[side]}</span>
          ${KINDS.map((kind) => press(known, { do: "offer", game: id, side, kind }, words[`say_${kind}`]))}
        </div>`,
      )}
      ${noted(known, id, game)}
    </details>`;
  }

  /** @param {Known} known @param {string} id @param {LobbyGame | undefined} game */
  function noted({ desk }, id, game) {
    const notes = desk.offers.filter((offer) => offer.game === id);
    if (!notes.length) return nothing;
    return html`<ol class="noted" reversed>
      ${[...notes].reverse().map(
        ({ side, kind, ply }) => html`<li><i class="chip chip-${side}"></i>${fill(words[`noted_${kind}`] ?? "", { side: words[side] ?? "" })}
          <span class="muted">${after(ply, game)}</span></li>`,
      )}
    </ol>`;
  }

  /** @param {number} ply @param {LobbyGame | undefined} game */
  function after(ply, game) {
    return ply && game ? fill(words.noted_after ?? "", { move: moveOf(ply, game) }) : words.noted_before;
  }

  /** @param {LobbyGame} game @param {Side} side */
  function name(game, side) {
    return plain(playerName(game[side], options));
  }
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
