// @ts-check
// What stands above the scenes of an event, and a player's name in their lines.

import { html, nothing } from "lit-html";
import { fill, playerName, plural } from "../format.js";

/** @typedef {import("../types.js").Options} Options */

/**
 * @param {string | undefined} title
 * @param {unknown} beside what stands beside it
 */
export function eventHead(title, beside) {
  return html`<header class="event-head"><h2>${title}</h2><span>${beside}</span></header>`;
}

/**
 * How many games there are, or which part of a list is shown.
 * @param {import("../types.js").Event_} state
 * @param {import("../turns.js").Page<unknown>} page
 * @param {number} n how long the list is
 * @param {Options} options
 */
export function extent({ played, running }, { first, lines, pages }, n, options) {
  if (pages > 1) return fill(options.words.page_of ?? "", { from: first + 1, to: first + lines.length, n });
  const games = plural(options, "games", played + running);
  return running ? `${games}, ${plural(options, "under_way", running)}` : games;
}

/**
 * @param {import("../types.js").Player} player
 * @param {Options} options
 */
export function nameOf(player, options) {
  return html`<span class="name">${player.title ? html`<span class="title">${player.title}</span>` : nothing}<bdi>${playerName(player, options)}</bdi></span>`;
}

/**
 * How many lines are on no page.
 * @param {number} n
 * @param {Options} options
 */
export function more(n, { words }) {
  return n ? html`<p class="event-more">${fill(words.more ?? "", { n })}</p>` : nothing;
}

/**
 * The mark of a game under way.
 * @param {Options} options
 */
export function playing({ words }) {
  return html`<i class="playing" role="img" aria-label=${words.playing ?? ""}></i>`;
}

/** An arbiter has changed this a short while ago. @param {import("../types.js").Options} options */
export function lately({ words }) {
  return html`<span class="badge badge-corrected lately"><i class="dot"></i>${words.corrected}</span>`;
}
