// @ts-check
// The games of the lobby, each with a small board.

import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import { playerName, points, RESULT, signed } from "../format.js";
import { isBlank, isScored } from "../known.js";
import { copyField, sceneAddresses } from "./addresses.js";
import { mount as mountBoard } from "./board.js";
import { badgeRow, badgesOf } from "./status.js";

/** @typedef {import("../types.js").LobbyGame} LobbyGame */
/** @typedef {{element: HTMLElement, update: (state: LobbyGame) => void}} Mini */

const NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {(lobby: import("../types.js").Lobby, moment: import("../types.js").Moment) => void}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Map<string, Mini>} */
  const boards = new Map();

  return ({ games }, moment) => {
    const ids = new Set(games.map(({ id }) => id));
    for (const id of boards.keys()) if (!ids.has(id)) boards.delete(id);
    render(
      games.length
        ? html`<div class="games">${repeat(games, ({ id }) => id, (game) => card(game, moment))}</div>`
        : empty(),
      element,
    );
    // A board can be filled only when it stands in the page and has a size.
    for (const game of games) boards.get(game.id)?.update(isBlank(game) ? { ...game, fen: NO_PIECES } : game);
  };

  /** @param {string} id */
  function board(id) {
    let mini = boards.get(id);
    if (!mini) {
      const place = document.createElement("div");
      place.className = "board board-mini";
      /** @type {ReturnType<typeof mountBoard> | null} */
      let ground = null;
      mini = { element: place, update: (game) => (ground ??= mountBoard(place, { ...options, coordinates: false })).update(game) };
      boards.set(id, mini);
    }
    return mini.element;
  }

  /** @param {LobbyGame} game @param {import("../types.js").Moment} moment */
  function card(game, moment) {
    const blank = isBlank(game);
    const shown = game.result ? game.result.points : isScored(game.lifecycle) ? game.draw : null;
    return html`<article class="game-card" data-game=${game.id}>
      <a class="game-link" href="/game/${encodeURIComponent(game.id)}?lang=${lang}">
        ${board(game.id)}
        <div class="game-facts">
          <div class="game-top">
            ${badgeRow(badgesOf(game, game.stale && game.lifecycle === "live", moment, options))}
            <span class="muted">${words[`speed_${game.speed}`] ?? game.speed}</span>
          </div>
          ${blank
            ? html`<div class="game-player"><span class="game-name">${game.id}</span></div>`
            : ["black", "white"].map((side) => player(game, /** @type {import("../types.js").Side} */ (side), shown))}
          ${blank || game.note ? html`<p class="game-foot">${game.note?.[lang]}</p>` : footer(game)}
        </div>
      </a>
      <details class="game-obs">
        <summary>${words.obs_game}</summary>
        ${sceneAddresses(game.id, options).map(({ name, url }) => html`<span class="muted">${name}</span>${copyField(url, name, options)}`)}
      </details>
    </article>`;
  }

  /** @param {LobbyGame} game @param {import("../types.js").Side} side @param {import("../types.js").Points | null} shown */
  function player(game, side, shown) {
    const who = game[side];
    return html`<div class="game-player">
      <i class="chip chip-${side}"></i>
      <span class="game-name">${who.title ? html`<span class="title">${who.title}</span>` : nothing}<bdi>${playerName(who, options)}</bdi>
        ${who.rating ? html`<span class="rating">${who.rating}</span>` : nothing}</span>
      <b class="points-${side}">${shown ? points(shown[side], options) : "–"}</b>
    </div>`;
  }

  /** @param {LobbyGame} game */
  function footer({ result, leader }) {
    if (result) return html`<p class="game-foot">${result.points ? html`<b>${RESULT[result.outcome]}</b> ` : nothing}${result.text[lang]}</p>`;
    if (!leader.side) return html`<p class="game-foot">${words.level}</p>`;
    return html`<p class="game-foot">${words[`leads_${leader.side}`]} <b>${signed(leader.by, options)}</b></p>`;
  }

  /** @param {Element | undefined} place */
  function setUp(place) {
    // Not before it stands in the page and has a size.
    if (place) queueMicrotask(() => mountBoard(/** @type {HTMLElement} */ (place), { ...options, coordinates: false }));
  }

  function empty() {
    return html`<div class="card empty">
      <div class="board board-mini" aria-hidden="true" ${ref(setUp)}></div>
      <div>
        <h2>${words.lobby_empty_title}</h2>
        <p>${words.lobby_empty_text}</p>
        <p class="muted">${words.lobby_empty_how} <code>python3 run.py demo</code></p>
      </div>
    </div>`;
  }
}

