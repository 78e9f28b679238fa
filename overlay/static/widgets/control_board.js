// @ts-check
// One board, unfolded: its games, what is said about a draw, who plays, its moves.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain } from "../format.js";
import { beginForm, moves } from "./control_board_moves.js";
import { results } from "./control_board_results.js";
import { isNext, nameForm, playersForm } from "./control_board_names.js";
import { press } from "./control_parts.js";
import { says } from "./control_says.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").RoomBoard} RoomBoard */
/** @typedef {import("../types.js").RoomGame} RoomGame */

/**
 * @param {import("../types.js").Options} options
 * @param {() => void} changed is called when the panel has to be shown anew
 * @returns {(known: Known, board: RoomBoard) => unknown}
 */
export function panel(options, changed) {
  const { words, lang } = options;
  const result = results(options, changed);
  const sheet = moves(options, changed);

  return (known, board) => {
    const [game, ...earlier] = board.games;
    return html`<div class="unfolded">
      <p class="muted">${words[`link_${board.link}`]}${board.note && board.link === "connected" ? html` · <bdi>${plain(board.note[lang])}</bdi>` : nothing}</p>
      ${game ? html`<h3>${title(board, game)}</h3>` : nothing}
      ${game && board.game === game.id ? sheet(known, board, game) : nothing}
      ${game && board.game !== game.id ? html`<p class="game-of">${players(game)}</p>` : nothing}
      ${game && known.desk.boards.includes(game.id) ? says(known, game.id, options, true) : nothing}
      ${game ? result(known, game, true) : nothing}
      ${game?.outcome ? gameNames(known, game) : nothing}
      ${part(isNext(board) ? html`<bdi class="names-next">${words.names_next}: ${players(board.next)}</bdi>` : words.names, keyed(`${board.serial} ${isNext(board)} ${game?.id}`, playersForm(known, board, options)))}
      ${earlier.length
        ? part(words.games_earlier, repeat(earlier, ({ id }) => id, (one) => html`<p class="game-of">${players(one)} <span class="muted">${plain(one.round)}</span></p>${result(known, one, false)}${gameNames(known, one)}`))
        : nothing}
      ${part(words.moves_begin, keyed(`${board.serial} ${game?.id}`, beginForm(known, board.serial, options)))}
      ${part(
        words.board_itself,
        html`${keyed(board.serial, nameForm(known, board, options))}
          ${press(known, { do: "turn", board: board.serial }, words.board_turn, { kind: "is-wide" })}
          <p class="muted">${words.board_turn_hint}</p>`,
      )}
    </div>`;
  };

  /** @param {RoomBoard} board @param {RoomGame} game */
  function title(board, game) {
    const round = game.round ? fill(words.boards_round ?? "", { n: plain(game.round) }) : "";
    return html`${words[board.game === game.id ? "game_this" : "game_last"]}${round ? html` · <bdi>${round}</bdi>` : nothing}`;
  }

  /** @param {{white: string, black: string}} names */
  function players({ white, black }) {
    return html`<bdi>${plain(white) || words.white}</bdi> – <bdi>${plain(black) || words.black}</bdi>`;
  }

  /** The names of a game that is over. @param {Known} known @param {RoomGame} game */
  function gameNames(known, game) {
    return part(words.names_game, keyed(game.id, playersForm(known, game, options)));
  }

  /** @param {unknown} name @param {unknown} content */
  function part(name, content) {
    return html`<details class="talk"><summary>${name}</summary>${content}</details>`;
  }
}
