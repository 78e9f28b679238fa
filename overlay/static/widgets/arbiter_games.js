// @ts-check
// The games of an event, to be searched and chosen.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill } from "../format.js";
import { fold } from "../search.js";
import { correctedMark, countedText, pair, placeText } from "./arbiter_parts.js";

/** @typedef {import("../arbiter_types.js").Game} Game */
/** @typedef {import("../arbiter_types.js").Known} Known */

/** So many are listed at once. */
const LISTED = 25;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../arbiter_types.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  let searched = "";
  let room = LISTED;
  /** @type {Known} */
  let known;

  return update;

  function update(/** @type {Known} */ now) {
    known = now;
    const games = known.event?.games ?? [];
    const found = games.filter(matches).reverse();
    const listed = found.slice(0, room);
    render(
      html`<h2>${words.arbiter_games}</h2>
        <button type="button" class="act" aria-pressed=${known.subject?.kind === "names"} @click=${() => known.choose({ kind: "names" })}>${words.act_names}</button>
        <input class="search" type="search" aria-label=${words.arbiter_search ?? ""} placeholder=${words.arbiter_search ?? ""} .value=${searched} @input=${search} />
        <p class="muted" role="status">${known.event ? (found.length ? fill(words.arbiter_found ?? "", { n: found.length, m: games.length }) : words.arbiter_none) : words.arbiter_loading}</p>
        <div class="picks">${repeat(listed, ({ id }) => id, line)}</div>
        ${listed.length < found.length ? html`<button type="button" class="act" @click=${more}>${words.arbiter_more}</button>` : nothing}`,
      element,
    );
  }

  /** @param {Game} game */
  function line(game) {
    const { subject } = known;
    return html`<button type="button" class="pick" aria-pressed=${subject?.kind === "game" && subject.id === game.id} @click=${() => known.choose({ kind: "game", id: game.id })}>
      ${pair(game)}
      <span class="pick-state">${game.excluded ? words.arbiter_excluded : countedText({ ...game.counts, ending: "" }, options)}</span>
      <span class="pick-place">${placeText(game, options)}</span>
      ${game.corrected ? correctedMark(options) : nothing}
    </button>`;
  }

  /** @param {Event} event */
  function search({ target }) {
    searched = /** @type {HTMLInputElement} */ (target).value;
    room = LISTED;
    update(known);
  }

  function more() {
    room += LISTED;
    update(known);
  }

  /** @param {Game} game */
  function matches(game) {
    const text = fold(`${game.id} ${game.white} ${game.black} ${placeText(game, options)}`);
    return fold(searched).split(/\s+/).every((word) => text.includes(word));
  }
}
