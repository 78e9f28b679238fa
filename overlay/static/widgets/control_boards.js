// @ts-check
// The electronic boards of the room: a line for each, what is odd on it, and the one that is chosen unfolded.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain, plural, RESULT, SIDES } from "../format.js";
import { panel } from "./control_board.js";
import { pictures } from "./control_board_pictures.js";
import { press, shape } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").RoomBoard} RoomBoard */

/** So many boards have a key. */
const KEYED = 9;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  const unfolded = panel(options, () => update(shown));
  const pictured = pictures(options);
  /** @type {string | null} */
  let chosen = null;
  /** @type {Known} */
  let shown;

  function update(/** @type {Known} */ known) {
    shown = known;
    const { room } = known.desk;
    document.body.classList.toggle("has-boards", room !== null);
    render(room ? whole(known, room) : nothing, element);
    pictured.draw(room?.boards ?? []);
  }
  return update;

  /** @param {Known} known @param {import("../types.js").Room} room */
  function whole(known, room) {
    const next = room.round + 1;
    return html`<div class="card boards">
      <h2>${words.boards}</h2>
      ${trouble(room).map((text) => html`<p class="odd-word">${shape("lost")}<span>${text}</span></p>`)}
      ${room.connected ? nothing : html`<p class="muted">${words.boards_away_hint}</p>`}
      <div class="round">
        <span>${fill(words.boards_round ?? "", { n: room.round })}</span>
        ${press(known, { do: "round", number: next }, fill(words.boards_next ?? "", { n: next }))}
      </div>
      ${room.boards.length ? nothing : html`<p class="muted">${words.boards_none}</p>`}
      ${repeat(room.boards, ({ serial }) => serial, (board, index) => line(known, board, index + 1))}
      ${room.more ? html`<p class="muted">${plural(options, "boards_more", room.more)}</p>` : nothing}
    </div>`;
  }

  /** What is wrong with LiveChess. @param {import("../types.js").Room} room */
  function trouble({ connected, note, notes }) {
    const away = connected ? [] : [html`<bdi>${note ? plain(note[lang]) : words.boards_away}</bdi>`];
    return [...away, ...notes.map((text) => html`<bdi>${plain(text[lang])}</bdi>`)];
  }

  /** @param {Known} known @param {RoomBoard} board @param {number} number */
  function line(known, board, number) {
    const open = board.serial === chosen;
    return html`<div class="board-line">
      <button
        type="button"
        class="press game-pick"
        aria-expanded=${open}
        aria-keyshortcuts=${number <= KEYED ? `Shift+${number}` : nothing}
        @click=${() => choose(open ? null : board.serial)}
      >
        <kbd>${number <= KEYED ? `⇧${number}` : number}</kbd>
        <span class="pair">
          <span class="board-name"><bdi>${plain(board.name) || `${words.board_itself} ${board.serial}`}</bdi>${board.battery ? html`<span class="battery">${words.boards_battery} <bdi>${plain(board.battery)}</bdi></span>` : nothing}</span>
          ${SIDES.map((side) => html`<span><i class="chip chip-${side}"></i><bdi>${plain(board[side]) || words[side]}</bdi></span>`)}
        </span>
        <span class="game-marks">${marks(board)}</span>
      </button>
      ${open || board.position !== null ? pictured.show(board) : nothing}
      ${open ? unfolded(known, board) : nothing}
    </div>`;
  }

  /** How a board stands, in a few words. @param {RoomBoard} board */
  function marks({ link, state, position, game, games: [last], note }) {
    const result = last?.outcome ? html`<b>${RESULT[last.outcome]}</b>` : nothing;
    const wrong = link !== "connected" ? `link_${link}` : note ? "board_unread" : position !== null ? "board_odd" : "";
    const wait = last && !last.outcome && game !== last.id ? "board_no_result" : "";
    if (wrong || wait) return html`${result}<b class="odd-word">${shape("lost")}${words[wrong || wait]}</b>`;
    return html`${result}${last?.outcome && game === last.id ? nothing : html`<span>${words[`board_${state}`]}</span>`}`;
  }

  /** @param {string | null} serial */
  function choose(serial) {
    chosen = serial;
    update(shown);
    element.querySelector(".unfolded")?.scrollIntoView({ block: "nearest" });
  }
}
