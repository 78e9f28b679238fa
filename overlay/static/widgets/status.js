// @ts-check
// How far what is shown can be trusted, in small badges with a word and a shape each.

import { html } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { plural } from "../format.js";
import { showSilence } from "../silence.js";

/** @typedef {import("../types.js").Moment} Moment */
/** @typedef {import("../types.js").Options} Options */
/** @typedef {import("../types.js").Standing} Standing */
/** @typedef {{kind: string, text: string}} Badge */

/**
 * The badges of a game, or of its line in the lobby. The server's words and those of the page's own connection; never
 * an error. Only a game that is heard of and is not behind is called live.
 * @param {Standing} game
 * @param {boolean} stale nothing is heard of it although it runs
 * @param {Moment} moment
 * @param {Options} options
 * @returns {Badge[]}
 */
export function badgesOf({ lifecycle, plies_behind, provisional, corrected }, stale, moment, options) {
  const { words } = options;
  const lost = moment.connection === "lost";
  const runs = lifecycle === "live" || lifecycle === "reconnecting";
  /** @type {Badge[]} */
  const badges = [];
  const add = (/** @type {string} */ kind, /** @type {string | undefined} */ text) => badges.push({ kind, text: text ?? "" });
  if (lost || lifecycle === "reconnecting") add("reconnecting", words.status_reconnecting);
  else if (runs && plies_behind > 0) add("behind", plural(options, "behind", plies_behind));
  else if (runs && !stale) add("live", words.status_live);
  if (stale && !lost) add("stale", words.silent);
  if (!runs) add(lifecycle, words[`status_${lifecycle}`]);
  if (provisional && lifecycle !== "ended") add("provisional", words.provisional);
  if (corrected) add("corrected", words.corrected);
  return badges;
}

/** "Live" goes without saying on air. @param {Badge} badge */
export function onAir({ kind }) {
  return kind !== "live";
}

/**
 * @param {Badge[]} badges
 * @param {(badge: Badge) => unknown} [words] what stands in a badge
 */
export function badgeRow(badges, words = ({ text }) => text) {
  return html`<div class="badges">
    ${badges.map((badge) => html`<span class="badge badge-${badge.kind}"><i class="dot"></i>${words(badge)}</span>`)}
  </div>`;
}

/**
 * The badges of a whole game; in them a silence is counted.
 * @param {import("../types.js").GameState} state
 * @param {Moment} moment
 * @param {Options} options
 * @param {(badge: Badge) => boolean} [wanted]
 */
export function gameBadges({ status }, moment, options, wanted = () => true) {
  const { stale_since_ms: stale } = status;
  const count = ref((place) => place && showSilence(/** @type {HTMLElement} */ (place), moment.at - (stale ?? 0), options));
  return badgeRow(badgesOf(status, stale !== null, moment, options).filter(wanted), ({ kind, text }) =>
    kind === "stale" ? html`<span ${count}></span>` : text,
  );
}
