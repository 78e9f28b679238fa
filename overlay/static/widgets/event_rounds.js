// @ts-check
// The games of an event: round by round and board by board, or one after the other where there are no rounds.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, points as pointsText, RESULT } from "../format.js";
import { nameOf, playing } from "./event_head.js";

/** @typedef {import("../types.js").Event_} Event_ */
/** @typedef {import("../types.js").Meeting} Meeting */

/** So many games are shown of a long list at first. */
const FIRST = 24;
const GAME_ID = /^[\w-]{1,64}$/;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** @type {Event_} */
  let state;
  /** @type {number | null} the round that the viewer chose; null: the latest */
  let chosen = null;
  let all = false;

  return (next) => {
    state = next;
    draw();
  };

  function draw() {
    element.hidden = state.meetings.length === 0;
    if (element.hidden) return;
    const rounds = roundsOf(state);
    render(rounds.length ? inRounds(rounds) : inOrder(), element);
  }

  /** @param {number[]} rounds 0 has the games without a round */
  function inRounds(rounds) {
    const round = chosen !== null && rounds.includes(chosen) ? chosen : rounds[rounds.length - 1];
    const games = state.meetings.filter((game) => (game.round ?? 0) === round);
    games.sort((one, other) => (one.board ?? Infinity) - (other.board ?? Infinity) || 0);
    return html`<h2>${words.event_rounds}</h2>
      <div class="round-choice" role="group" aria-label=${words.event_rounds ?? ""}>
        ${rounds.map((each) => {
          const name = each ? fill(words.round_n ?? "", { n: each }) : words.round_none;
          return html`<button type="button" aria-pressed=${each === round} aria-label=${name ?? ""} @click=${() => choose(each)}>${each || "–"}</button>`;
        })}
      </div>
      <h3>${round ? fill(words.round_n ?? "", { n: round }) : words.round_none}</h3>
      ${list(games.map((game) => ({ game, number: game.board })))}`;
  }

  function inOrder() {
    const numbered = state.kind === "match";
    const games = state.meetings.map((game, i) => ({ game, number: numbered ? i + 1 : null }));
    games.reverse();
    const shown = all ? games : games.slice(0, FIRST);
    return html`<h2>${words.event_games}</h2>
      ${list(shown)}
      ${games.length > shown.length ? html`<button type="button" class="quiet" @click=${showAll}>${fill(words.show_all ?? "", { n: games.length })}</button>` : nothing}`;
  }

  /** @param {number} round */
  function choose(round) {
    chosen = round;
    draw();
  }

  function showAll() {
    all = true;
    draw();
  }

  /** @param {{game: Meeting, number: number | null}[]} games */
  function list(games) {
    return html`<ol class="event-games">
      ${repeat(games, ({ game }) => game.game, ({ game, number }) => html`<li data-game=${game.game}>${linked(game, number)}</li>`)}
    </ol>`;
  }

  /** @param {Meeting} game @param {number | null} number */
  function linked(game, number) {
    if (!GAME_ID.test(game.game)) return html`<span class="event-game">${line(game, number)}</span>`;
    return html`<a class="event-game" href="/game/${game.game}?lang=${lang}">${line(game, number)}</a>`;
  }

  /** @param {Meeting} game @param {number | null} number of the board, or of the game in a match */
  function line(game, number) {
    const { outcome, corrected } = game;
    return html`<span class="event-number">${number ?? nothing}</span>
      <span class="event-sides">${side(game, "white")}${side(game, "black")}</span>
      <span class="event-end">
        ${outcome === null ? playing(options) : html`<b>${outcome === "void" ? words.status_void : RESULT[outcome]}</b>`}
        ${corrected ? html`<span class="badge-corrected"><i class="dot"></i>${words.corrected_game}</span>` : nothing}
      </span>`;
  }

  /** @param {Meeting} game @param {import("../types.js").Side} colour */
  function side(game, colour) {
    const row = state.rows[game[colour]];
    return html`<span class="event-side">
      <i class="chip chip-${colour}"></i>${row ? nameOf(row.player, options) : nothing}
      <b class=${game.outcome === null ? "is-live" : ""}>${game.points ? pointsText(game.points[colour], options) : "–"}</b>
    </span>`;
  }
}

/** The rounds in which there are games, none where there are no rounds. @param {Event_} state */
function roundsOf({ meetings, kind }) {
  if (kind === "match" || meetings.every(({ round }) => round === null)) return [];
  return [...new Set(meetings.map(({ round }) => round ?? 0))].sort((one, other) => one - other);
}
