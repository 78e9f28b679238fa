// @ts-check
// The games, one of which can be pinned; those under way come first.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain, playerName, RESULT, SIDES } from "../format.js";
import { isBlank, isScored } from "../known.js";
import { press } from "./control_parts.js";
import { badgesOf } from "./status.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").LobbyGame} LobbyGame */

/** So many games are listed at first, and have a key. */
const LISTED = 9;
/** With more games than these, they can be searched. */
const OVERLOOKED = 8;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  let searched = "";
  let all = false;
  /** @type {Known} */
  let shown;

  function update(/** @type {Known} */ known) {
    shown = known;
    const { pinned } = known.desk.choices;
    const games = inOrder(known.games);
    const found = games.filter((game) => matches(game, searched));
    const listed = all || searched ? found : found.slice(0, LISTED);
    render(
      html`<h2 id="pick">${words.pick}</h2>
        ${games.length > OVERLOOKED ? search() : nothing}
        <div class="games" role="group" aria-labelledby="pick">
          ${press(known, { do: "pin", game: null }, html`<kbd>0</kbd><span class="pair">${words.pick_rule}</span>${pinned === null ? html`<b class="mark-pinned"></b>` : nothing}`, {
            kind: "game-pick",
            pressed: pinned === null,
            key: "0",
          })}
          ${repeat(listed, ({ id }) => id, (game, index) => line(known, game, index + 1))}
        </div>
        ${games.length ? nothing : html`<p class="muted">${words.pick_none}</p>`}
        ${games.length && !found.length ? html`<p class="muted">${words.pick_not_found}</p>` : nothing}
        ${listed.length < found.length ? more(found.length) : nothing}
        ${pinned !== null && !games.some(({ id }) => id === pinned)
          ? html`<p class="away"><b>${words.pick_away}</b> <bdi>${plain(pinned)}</bdi></p>`
          : nothing}`,
      element,
    );
  }
  return update;

  /** @param {Known} known @param {LobbyGame} game @param {number} number */
  function line(known, game, number) {
    const { pinned } = known.desk.choices;
    const label = html`<kbd>${number <= LISTED ? number : ""}</kbd>
      <span class="pair">${isBlank(game) ? html`<bdi>${game.id}</bdi>` : SIDES.map((side) => player(game, side))}</span>
      <span class="game-marks">
        <span>${state(game, known)}</span>
        ${game.id === pinned ? html`<b class="mark-pinned">${words.pick_pinned}</b>` : nothing}
        ${game.id === known.game?.id ? html`<b class="mark-featured">${words.pick_featured}</b>` : nothing}
      </span>`;
    return press(known, { do: "pin", game: game.id }, label, {
      kind: "game-pick",
      pressed: game.id === pinned,
      off: !isScored(game.lifecycle),
      key: number <= LISTED ? String(number) : undefined,
    });
  }

  /** @param {LobbyGame} game @param {import("../types.js").Side} side */
  function player(game, side) {
    return html`<span><i class="chip chip-${side}"></i><bdi>${playerName(game[side], options)}</bdi></span>`;
  }

  /** @param {LobbyGame} game @param {Known} known */
  function state(game, { moment }) {
    if (game.result) return RESULT[game.result.outcome];
    return badgesOf(game, game.stale, moment, options)[0]?.text;
  }

  function search() {
    return html`<input
      class="search"
      type="search"
      placeholder=${words.pick_search ?? ""}
      aria-label=${words.pick_search ?? ""}
      .value=${searched}
      @input=${(/** @type {Event} */ { target }) => {
        searched = /** @type {HTMLInputElement} */ (target).value;
        update(shown);
      }}
    />`;
  }

  /** @param {number} n */
  function more(n) {
    const show = () => {
      all = true;
      update(shown);
    };
    return html`<button type="button" class="press" @click=${show}>${fill(words.pick_all ?? "", { n })}</button>`;
  }

  /** @param {LobbyGame} game @param {string} text */
  function matches(game, text) {
    const names = [game.id, ...SIDES.map((side) => playerName(game[side], options))].join(" ").toLowerCase();
    return text.toLowerCase().split(/\s+/).every((word) => names.includes(word));
  }
}

/** Those under way, those that are over, those that can never be featured. @param {LobbyGame[]} games */
function inOrder(games) {
  const rank = (/** @type {LobbyGame} */ { lifecycle }) =>
    !isScored(lifecycle) ? 2 : ["waiting", "live", "reconnecting"].includes(lifecycle) ? 0 : 1;
  return [...games].sort((one, other) => rank(one) - rank(other));
}
