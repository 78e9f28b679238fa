// @ts-check
// What the score is based on: stakes, opening and book, rules, and what is not known.

import { html, nothing, render } from "lit-html";
import { fill, moveNumber, plain, points, SIDES } from "../format.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  return ({ stakes, book, rules, status, speed, start_fen, url }) => {
    const { preset, ...others } = rules;
    const { opening } = book;
    const move = moveNumber(book.ply, start_fen);
    render(
      html`<h2>${words.details}</h2>
        <dl class="details">
          <dt>${words.stakes}</dt>
          <dd>
            <span class="pair">${SIDES.map((side) => html`<span><i class="chip chip-${side}"></i>${points(stakes[side], options)}</span>`)}</span>
            <small>${words.stakes_hint}</small>
          </dd>
          ${opening
            ? html`<dt>${words.opening}</dt>
                <dd>
                  <bdi>${plain(`${opening.code} ${opening.name}`)}</bdi>
                  <small>${words.opening_names} <a href=${words.opening_credit_url ?? ""} target="_blank" rel="noopener noreferrer">${words.opening_credit}</a></small>
                </dd>`
            : nothing}
          <dt>${words.book}</dt>
          ${book.name === "none"
            ? html`<dd>${words.book_off}<small>${words.book_off_hint}</small></dd>`
            : html`<dd>
                <bdi>${plain(book.name)}</bdi>
                <small>${move ? fill(words.book_ply ?? "", { move, n: book.ply }) : words.book_none}</small>
                ${book.provisional ? html`<small>${words.book_pending}</small>` : nothing}
              </dd>`}
          <dt>${words.offers}</dt>
          <dd>${status.offers_known ? words.offers_known : words.offers_unknown}</dd>
          ${speed ? html`<dt>${words.speed}</dt><dd>${words[`speed_${speed}`] ?? speed}</dd>` : nothing}
          <dt>${words.rules}</dt>
          <dd>
            ${preset ?? nothing}
            <ul class="options">${Object.entries(others).map(([key, value]) => html`<li><span>${key}</span> ${value}</li>`)}</ul>
          </dd>
        </dl>
        ${safeUrl(url) ? html`<p><a class="out" href=${url} target="_blank" rel="noopener noreferrer">${words.open_on_server}</a></p>` : nothing}`,
      element,
    );
  };
}

/** Only web addresses become links. @param {string | null} url */
function safeUrl(url) {
  return url !== null && /^https?:\/\//.test(url);
}
