// @ts-check
// The corrections that were made, the latest first, and those that the server disagrees with now.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain } from "../format.js";
import { countedText } from "./arbiter_parts.js";

/** @typedef {import("../arbiter_types.js").Known} Known */

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} conflicts
 * @param {import("../types.js").Options} options
 * @returns {import("../arbiter_types.js").Update}
 */
export function mount(element, conflicts, options) {
  const { words, lang } = options;
  const time = new Intl.DateTimeFormat(lang === "de" ? "de-DE" : "en-GB", { dateStyle: "short", timeStyle: "short" });

  return (known) => {
    const made = [...(known.event?.corrections ?? [])].reverse();
    render(
      html`<h2>${words.arbiter_made}</h2>
        ${made.length ? nothing : html`<p class="muted">${words.arbiter_made_none}</p>`}
        <ol class="lines" reversed>
          ${repeat(made, ({ number }) => number, (one) => line(one, known))}
        </ol>`,
      element,
    );
    const clashes = known.event?.conflicts ?? [];
    conflicts.hidden = !clashes.length;
    render(html`<h2>${words.arbiter_conflicts}</h2>${clashes.map(clash)}`, conflicts);
  };

  /** @param {import("../arbiter_types.js").Made} made @param {Known} known */
  function line(made, known) {
    const { number, text, who, why, at_ms: at, undone, before, after } = made;
    const game = known.event?.games.find(({ id }) => id === made.game);
    const changed = before && after && JSON.stringify(before) !== JSON.stringify(after);
    return html`<li value=${number} class=${undone ? "is-undone" : ""}>
      <p class="made-text"><b>${number}.</b> <bdi>${text[lang]}</bdi></p>
      ${game ? html`<p><bdi>${plain(game.white)}</bdi> – <bdi>${plain(game.black)}</bdi></p>` : nothing}
      ${changed ? html`<p>${countedText(before, options)} → ${countedText(after, options)}</p>` : nothing}
      <p class="muted"><bdi>${plain(who)}</bdi>, <time datetime=${new Date(at).toISOString()}>${time.format(at)}</time>: <bdi>${plain(why)}</bdi></p>
      ${undone
        ? html`<p class="undone">${words.arbiter_undone}</p>`
        : html`<button type="button" class="act" aria-label=${fill(words.act_undo ?? "", { n: number })} @click=${() => known.choose({ kind: "undo", number })}>${words.arbiter_undo}</button>`}
    </li>`;
  }

  /** @param {import("../arbiter_types.js").Clash} clash */
  function clash({ number, text, was, now, reason }) {
    return html`<p><bdi>${text[lang]}</bdi></p>
      <p>${fill(words.arbiter_conflict ?? "", { n: number, was: countedText(was, options), now: countedText(now, options) })}${lang === "en" && reason ? ` (${reason})` : ""}</p>`;
  }
}
