// @ts-check
// The ticker: every game of an event with its points, if drawn now or final; those under way come first.

import { html, nothing, render } from "lit-html";
import { styles } from "../directives.js";
import { points, RESULT, SIDES, signed } from "../format.js";
import { turns } from "../turns.js";
import { eventHead, extent, lately, more, nameOf, playing } from "./event_head.js";
import { badgesOf } from "./status.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {import("../types.js").LobbyGame} LobbyGame */

const ROOM = 11;
/** What goes without saying on air. */
const ORDINARY = ["live", "settled"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Event_} */
  let state;
  /** @type {import("../types.js").Moment} */
  let moment;
  const pageOf = turns(element, options.motion, ROOM, draw);

  return (next, now) => {
    state = next;
    moment = now;
    draw();
  };

  function draw() {
    const { games, name, played, running } = state;
    if (!games.length) {
      render(nothing, element);
      return;
    }
    const page = pageOf(games);
    render(
      html`<section class="event ticker">
        ${eventHead(name[lang], extent(state, page, played + running, options))}
        ${running ? html`<p class="ticker-hint">${playing(options)}${words.if_drawn}</p>` : nothing}
        <ol data-turns class=${page.lines.some(({ result, corrected }) => result && corrected) ? "has-lately" : ""} style=${styles({ "--room": String(page.room) })}>
          ${page.lines.map(line)}
        </ol>
        ${more(page.more + (page.pages > 1 ? 0 : played + running - games.length), options)}
      </section>`,
      element,
    );
  }

  /** @param {LobbyGame} game */
  function line(game) {
    const { result, draw } = game;
    const shown = result?.points ?? draw;
    const marks = badgesOf(game, game.stale && game.lifecycle === "live", moment, options).filter(({ kind }) => !ORDINARY.includes(kind) && !(result && kind === "corrected"));
    return html`<li class=${result ? "" : "is-playing"} data-game=${game.id}>
      ${result ? nothing : playing(options)}
      <div class="ticker-sides">
        ${SIDES.map((side) => html`<div class="ticker-side">
          <i class="chip chip-${side}"></i>${nameOf(game[side], options)}<b>${points(shown[side], options)}</b>
          ${result ? nothing : lead(game, side)}
        </div>`)}
      </div>
      ${result ? html`<div class="ticker-end"><b class="ticker-result">${RESULT[result.outcome]}</b>${game.corrected ? lately(options) : nothing}</div>` : nothing}
      <span class="marks">${marks.map(({ kind, text }) => html`<span class="badge badge-${kind}" role="img" aria-label=${text}><i class="dot"></i></span>`)}</span>
    </li>`;
  }

  /** @param {LobbyGame} game @param {import("../types.js").Side} side */
  function lead({ leader }, side) {
    return html`<span class="ticker-lead">${leader.side === side ? html`<i class="arrow"></i>${signed(leader.by, options)}` : nothing}</span>`;
  }
}
