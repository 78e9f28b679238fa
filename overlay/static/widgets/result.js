// @ts-check
// How the game ended, once it has; and a word of the server's where it decided otherwise. Stands where the outlook stood.

import { html, nothing, render } from "lit-html";
import { points, RESULT } from "../format.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  return ({ result, status }) => {
    element.hidden = result === null && status.note === null;
    if (result === null) {
      render(status.note ? html`<p class="note">${status.note[lang]}</p>` : nothing, element);
      return;
    }
    render(
      html`<div class="result">
        <div class="result-head">
          ${result.points ? html`<span class="result-outcome">${RESULT[result.outcome]}</span>` : nothing}
          <div>
            <h2>${!result.points ? words.void_title : status.settled ? words.final : words.final_provisional}</h2>
            <p>${result.text[lang]}</p>
          </div>
        </div>
        ${result.points
          ? html`<div class="result-points">
              <span><i class="chip chip-white"></i>${points(result.points.white, options, 4)}</span>
              <span><i class="chip chip-black"></i>${points(result.points.black, options, 4)}</span>
            </div>`
          : nothing}
        ${result.server ? html`<p class="server"><b>${words.server_says}:</b> ${result.server[lang]}</p>` : nothing}
      </div>`,
      element,
    );
  };
}
