// @ts-check
// What stands above the page of an event: its name, what it is, and how far it is.

import { html, nothing, render } from "lit-html";
import { fill, plain, plural } from "../format.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words, lang } = options;
  return ({ name, kind, players, played, running, rounds, meetings }) => {
    const begun = Math.max(0, ...meetings.map(({ round }) => round ?? 0));
    const facts = [words[`kind_${kind}`], plural(options, "players", players), plural(options, "games", played + running)];
    if (begun && rounds) facts.push(fill(words.round_of ?? "", { n: begun, m: rounds }));
    render(
      html`<h1><bdi>${plain(name[lang])}</bdi></h1>
        <p>
          ${facts.map((fact) => html`<span>${fact}</span>`)}
          ${running ? html`<span class="under-way"><i class="playing"></i>${plural(options, "under_way", running)}</span>` : nothing}
        </p>`,
      element,
    );
  };
}
