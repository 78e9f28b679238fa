// @ts-check
// What the program does by itself, each with a switch: not now.

import { html, nothing, render } from "lit-html";
import { plain } from "../format.js";
import { press, shape } from "./control_parts.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, { words, lang }) {
  return (known) => {
    const { automatics } = known.desk;
    render(automatics.length ? html`<div class="card"><h2>${words.automatics}</h2>${automatics.map(line)}</div>` : nothing, element);

    /** @param {import("../types.js").Automatic} automatic */
    function line({ name, paused, note, last }) {
      const label = html`<span class="switch-name">${words[`automatic_${name}`] ?? name}</span>
        <span class="switch-word" aria-hidden="true">${words[paused ? "automatic_not_now" : "automatic_on"]}</span><i class="switch"></i>`;
      return html`${press(known, { do: "notnow", name, on: !paused }, label, { kind: "is-switch", pressed: !paused })}
        ${note ? html`<p class="odd-word">${shape("lost")}<bdi>${plain(note[lang])}</bdi></p>` : nothing}
        ${last ? html`<p class="muted">${words.automatic_last} <bdi>${plain(last[lang])}</bdi></p>` : nothing}`;
    }
  };
}
