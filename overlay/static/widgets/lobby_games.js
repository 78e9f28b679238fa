// @ts-check
// The games of the lobby, each with a small board.

import { html, nothing, render } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import { playerName, points, RESULT, signed } from "../format.js";
import { isBlank, isScored } from "../known.js";
import { sceneAddress, sceneAddresses } from "./addresses.js";
import { mount as mountBoard } from "./board.js";
import { badgeRow, badgesOf } from "./status.js";

/** @typedef {import("../types.js").LobbyGame} LobbyGame */
/** @typedef {{element: HTMLElement, game: LobbyGame, ground: ReturnType<typeof mountBoard> | null, seen: boolean}} Mini */

const NO_PIECES = "8/8/8/8/8/8/8/8 w - - 0 1";
/** Boards are drawn from this far outside the window on. */
const MARGIN = "300px";
/** From so many games on, the browser lays out only the cards that are in view. */
const MANY = 60;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {onClear: () => void}} options
 * @returns {(games: LobbyGame[], total: number, moment: import("../types.js").Moment) => void} the games found, of how many
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Map<string, Mini>} */
  const boards = new Map();
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        const mini = boards.get(/** @type {HTMLElement} */ (target).dataset.board ?? "");
        if (!mini) continue;
        mini.seen = isIntersecting;
        paint(mini);
      }
    },
    { rootMargin: MARGIN },
  );

  return (games, total, moment) => {
    const ids = new Set(games.map(({ id }) => id));
    for (const [id, mini] of boards) {
      if (ids.has(id)) continue;
      observer.unobserve(mini.element);
      boards.delete(id);
    }
    render(
      games.length
        ? html`<div class="games ${games.length > MANY ? "is-many" : ""}">${repeat(games, ({ id }) => id, (game) => card(game, moment))}</div>`
        : total
          ? nothingFound()
          : empty(),
      element,
    );
    for (const mini of boards.values()) paint(mini);
  };

  /** @param {LobbyGame} game */
  function board(game) {
    let mini = boards.get(game.id);
    if (!mini) {
      const place = document.createElement("div");
      place.className = "board board-mini";
      place.dataset.board = game.id;
      mini = { element: place, game, ground: null, seen: false };
      boards.set(game.id, mini);
      observer.observe(place);
    }
    mini.game = game;
    return mini.element;
  }

  /** Draw a board that is in view; only then has it a size. @param {Mini} mini */
  function paint(mini) {
    if (!mini.seen) return;
    mini.ground ??= mountBoard(mini.element, { ...options, coordinates: false });
    mini.ground.update(isBlank(mini.game) ? { ...mini.game, fen: NO_PIECES } : mini.game);
  }

  /** @param {LobbyGame} game @param {import("../types.js").Moment} moment */
  function card(game, moment) {
    const blank = isBlank(game);
    const shown = game.result ? game.result.points : isScored(game.lifecycle) ? game.draw : null;
    return html`<article class="game-card" data-game=${game.id}>
      <a class="game-link" href="/game/${encodeURIComponent(game.id)}?lang=${lang}">
        ${board(game)}
        <div class="game-facts">
          ${badgeRow(badgesOf(game, game.stale && game.lifecycle === "live", moment, options))}
          ${blank
            ? html`<div class="game-player"><span class="game-name">${game.id}</span></div>`
            : ["black", "white"].map((side) => player(game, /** @type {import("../types.js").Side} */ (side), shown))}
          <p class="game-foot">${game.speed ? html`${words[`speed_${game.speed}`] ?? game.speed} · ` : nothing}${blank ? game.note?.[lang] : said(game)}</p>
        </div>
      </a>
      <details class="game-obs" @toggle=${(/** @type {Event} */ event) => open(event, game.id)}>
        <summary>${words.obs_game}</summary>
        <div></div>
      </details>
    </article>`;
  }

  /** Only open addresses are rendered: there are a dozen for every game. @param {Event} event @param {string} id */
  function open({ currentTarget }, id) {
    const place = /** @type {HTMLDetailsElement} */ (currentTarget);
    render(place.open ? addresses(id) : nothing, /** @type {HTMLElement} */ (place.lastElementChild));
  }

  /** @param {string} id */
  function addresses(id) {
    return sceneAddresses(id, options).map((scene) => html`<span class="muted">${scene.name}</span>${sceneAddress(scene, options)}`);
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

  /** Why there is no score, else how the game ended, else who leads. @param {LobbyGame} game */
  function said({ note, result, leader }) {
    if (note) return note[lang];
    if (result) return html`${result.points ? html`<b>${RESULT[result.outcome]}</b> ` : nothing}${result.text[lang]}`;
    if (!leader.side) return words.level;
    return html`${words[`leads_${leader.side}`]} <b>${signed(leader.by, options)}</b>`;
  }

  /** @param {Element | undefined} place */
  function setUp(place) {
    // Not before it stands in the page and has a size.
    if (place) queueMicrotask(() => mountBoard(/** @type {HTMLElement} */ (place), { ...options, coordinates: false }));
  }

  function nothingFound() {
    return html`<div class="card empty">
      <p>${words.nothing_found}</p>
      <button type="button" class="button" @click=${options.onClear}>${words.filter_clear}</button>
    </div>`;
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

