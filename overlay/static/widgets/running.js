// @ts-check
// What may still change the score by itself.

import { html, nothing, render } from "lit-html";
import { fill, plain, plural } from "../format.js";

const FULL_LENGTH = 25;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  return (state) => {
    element.hidden = state.result !== null;
    if (element.hidden) return;
    const { moves_to_go: left, items } = state.running;
    const played = Math.max(0, FULL_LENGTH - left);
    render(
      html`<h2>${words.running}</h2>
        <ul class="running">
          <li>
            <div class="running-line"><span>${words.to_25}</span><b>${left > 0 ? plural(options, "to_go", left) : words.to_go_none}</b></div>
            <progress max=${FULL_LENGTH} value=${played} aria-label=${words.to_25 ?? ""}></progress>
            <div class="running-book">${bookLine(state.book, played, options)}</div>
          </li>
          ${items.map(
            ({ kind, side, text, progress, goal }) => html`<li data-kind=${kind}>
              <div class="running-line">
                <span class="running-text"><i class="chip chip-${side}" role="img" aria-label=${words[side] ?? ""}></i>${text[lang]}</span>
                ${progress !== null && goal !== null ? html`<b>${fill(words.of ?? "", { n: progress, m: goal })}</b>` : nothing}
              </div>
              ${progress !== null && goal !== null
                ? html`<progress max=${goal} value=${Math.min(progress, goal)} aria-label=${text[lang]}></progress>`
                : nothing}
            </li>`,
          )}
        </ul>`,
      element,
    );
  };
}

/**
 * From where the moves are counted, and which book says so.
 * @param {import("../types.js").Book} book
 * @param {number} played full moves since then
 * @param {import("../types.js").Options} options
 */
function bookLine({ name, ply, provisional, in_book }, played, { words }) {
  const since = fill(words[ply ? "since_book" : "since_start"] ?? "", { n: played, m: FULL_LENGTH });
  return html`<p>${in_book ? fill(words.in_book ?? "", { n: ply }) : since}</p>
    ${name === "none" ? nothing : html`<small><bdi>${plain(name)}</bdi>${in_book || !ply ? nothing : html`, ${fill(words.up_to_ply ?? "", { n: ply })}`}</small>`}
    ${provisional ? html`<small>${words.book_pending}</small>` : nothing}`;
}
