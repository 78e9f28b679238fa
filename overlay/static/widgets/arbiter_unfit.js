// @ts-check
// The games that belong to the event and fit nowhere, each with the reason.

import { html, nothing, render } from "lit-html";
import { pair } from "./arbiter_parts.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../arbiter_types.js").Update}
 */
export function mount(element, options) {
  const { words, lang } = options;
  /** Only an English sentence says more than the word. @param {import("../arbiter_types.js").Unfit} game */
  const reason = ({ reason: code, text }) => words[`unfit_${code}`] ?? text;

  return (known) => {
    const unfit = known.event?.unfit ?? [];
    element.hidden = !unfit.length;
    render(
      html`<h2>${words.arbiter_unfit}</h2>
        <ul class="lines">
          ${unfit.map(
            (game) => html`<li>
              ${pair(game)}
              <p>${reason(game)}${lang === "en" ? html` <span class="muted">(${game.text})</span>` : nothing}</p>
              <button type="button" class="act" aria-pressed=${known.subject?.kind === "unfit" && known.subject.id === game.id} @click=${() => known.choose({ kind: "unfit", id: game.id })}>
                ${words.arbiter_put}
              </button>
            </li>`,
          )}
        </ul>`,
      element,
    );
  };
}
