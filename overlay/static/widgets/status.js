// @ts-check
// What the state does not know about itself, in small badges.

import { html } from "lit-html";
import { fill, plural } from "../format.js";

/** @typedef {{kind: string, text: string}} Badge */

/**
 * The badges of a state. The server's words and those of the page's own connection; never an error.
 * @param {import("../types.js").GameState} state
 * @param {import("../types.js").Moment} moment
 * @param {import("../types.js").Options} options
 * @returns {Badge[]}
 */
export function badgesOf({ status }, moment, options) {
  const { words } = options;
  /** @type {Badge[]} */
  const badges = [];
  const add = (/** @type {string} */ kind, /** @type {string | undefined} */ text) => badges.push({ kind, text: text ?? "" });
  if (moment.connection === "lost" || status.lifecycle === "reconnecting") add("wait", words.status_reconnecting);
  else if (status.settled && status.lifecycle !== "void") add("settled", words.status_settled);
  else if (status.lifecycle === "live") add("live", words.status_live);
  else add(status.lifecycle, words[`status_${status.lifecycle}`]);
  if (status.plies_behind > 0) add("behind", plural(options, "behind", status.plies_behind));
  if (status.provisional) add("provisional", words.provisional);
  const seconds = Math.floor((status.stale_since_ms ?? 0) / 1000);
  if (seconds >= 100) add("stale", fill(words.stale_minutes ?? "", { n: Math.floor(seconds / 60) }));
  else if (seconds > 0) add("stale", fill(words.stale ?? "", { n: seconds }));
  return badges;
}

/** @param {Badge[]} badges */
export function badgeRow(badges) {
  return html`<div class="badges">
    ${badges.map(({ kind, text }) => html`<span class="badge badge-${kind}"><i class="dot"></i>${text}</span>`)}
  </div>`;
}
