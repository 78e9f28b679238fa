// @ts-check
// The games of an event that are under way, each with a small board, its points if drawn now, and the way to its page.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { plural, points } from "../format.js";
import { isBlank } from "../known.js";
import { mount as mountBoard } from "./board.js";
import { nameOf } from "./event_head.js";
import { badgesOf } from "./status.js";

/** @typedef {import("../types.js").LobbyGame} LobbyGame */
/** @typedef {{place: HTMLElement, ground: ReturnType<typeof mountBoard> | null}} Mini */

/** More boards than these are not drawn; the others are in the lists. */
const ROOM = 12;
/** What is said of a game here. */
const DOUBTS = ["reconnecting", "stale"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Map<string, Mini>} */
  const boards = new Map();
  let places = 0;

  return ({ games, running, kind }, moment) => {
    const live = games.filter((game) => !game.result && !isBlank(game)).slice(0, ROOM);
    // The place of a game that is over stays until none is under way, so that nothing below moves with every result.
    places = live.length && Math.max(places, live.length);
    element.hidden = !live.length;
    const ids = new Set(live.map(({ id }) => id));
    for (const id of boards.keys()) if (!ids.has(id)) boards.delete(id);
    render(
      live.length
        ? html`<div class="part-head"><h2>${words.event_live}</h2><span>${plural(options, "under_way", running)}</span></div>
            <div class="minis ${kind === "match" ? "is-one" : ""}">
              ${repeat(live, ({ id }) => id, (game) => card(game, moment))} ${Array.from({ length: places - live.length }, () => html`<i class="mini-place"></i>`)}
            </div>`
        : nothing,
      element,
    );
    // Not before they stand in the page and have a size.
    for (const game of live) {
      const mini = of(game.id);
      mini.ground ??= mountBoard(mini.place, { ...options, coordinates: false });
      mini.ground.update(game);
    }
  };

  /** @param {LobbyGame} game @param {import("../types.js").Moment} moment */
  function card(game, moment) {
    return html`<a class="mini" href="/game/${encodeURIComponent(game.id)}?lang=${lang}" data-game=${game.id}>
      ${side(game, "black", doubts(game, moment))}${of(game.id).place}${side(game, "white")}
    </a>`;
  }

  /** @param {LobbyGame} game @param {import("../types.js").Moment} moment */
  function doubts(game, moment) {
    const badges = badgesOf(game, game.stale && game.lifecycle === "live", moment, options).filter(({ kind }) => DOUBTS.includes(kind));
    return badges.map(({ kind, text }) => html`<span class="badge badge-${kind}" role="img" aria-label=${text} title=${text}><i class="dot"></i></span>`);
  }

  /** @param {LobbyGame} game @param {import("../types.js").Side} colour @param {unknown} [marks] */
  function side(game, colour, marks) {
    return html`<span class="mini-side"><i class="chip chip-${colour}"></i>${nameOf(game[colour], options)}${marks}<b>${points(game.draw[colour], options)}</b></span>`;
  }

  /** @param {string} id @returns {Mini} */
  function of(id) {
    let mini = boards.get(id);
    if (!mini) {
      const place = document.createElement("span");
      place.className = "board";
      place.setAttribute("aria-hidden", "true");
      mini = { place, ground: null };
      boards.set(id, mini);
    }
    return mini;
  }
}
