// @ts-check
// One board, unfolded: its games, what is said about a draw, who plays, its moves.

import { html, nothing } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain, plural } from "../format.js";
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
      ${hint(known, board)}
      ${game ? html`<h3>${title(board, game)}</h3>` : nothing}
      ${game && board.game === game.id ? sheet(known, board, game) : nothing}
      ${game && board.game !== game.id ? html`<p class="game-of">${players(game)}</p>` : nothing}
      ${game && known.desk.boards.includes(game.id) ? html`<h4>${words.says_of}</h4>${says(known, game.id, options, true)}` : nothing}
      ${game ? html`<h4>${words.result_of}</h4>${result(known, game, true)}` : nothing}
      ${game?.outcome ? gameNames(known, game) : nothing}
      ${part(isNext(board) ? nextName(board) : words.names, keyed(`${board.serial} ${isNext(board)} ${game?.id}`, playersForm(known, board, options)))}
      ${earlier.length
        ? part(words.games_earlier, repeat(earlier, ({ id }) => id, (one) => html`<p class="game-of">${players(one)} <span class="muted">${about(one)}</span></p>${result(known, one, false)}${gameNames(known, one)}`))
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

  /** What is waited for, and what is to be done. @param {Known} known @param {RoomBoard} board */
  function hint({ desk }, { link, note, state, game, games: [last] }) {
    if (!desk.room?.connected) return nothing;
    const waits = last && !last.outcome && game !== last.id ? "no_result" : state;
    const key = link !== "connected" ? `hint_${link}` : `hint_${waits}`;
    const text = note && link === "connected" ? plain(note[lang]) : words[key];
    return text ? html`<p class="muted"><bdi>${text}</bdi></p>` : nothing;
  }

  /** What tells a game from another one with the same players. @param {RoomGame} game */
  function about({ round, plies }) {
    const moves = plural(options, "moves", Math.ceil(plies / 2));
    return html`<bdi>${[plain(round), moves].filter(Boolean).join(" · ")}</bdi>`;
  }

  /** @param {RoomBoard} board */
  function nextName({ next }) {
    return html`<bdi class="names-next">${words.names_next}${next.white || next.black ? html`: ${players(next)}` : nothing}</bdi>`;
  }

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
