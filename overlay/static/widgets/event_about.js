// @ts-check
// What the numbers on the page of an event mean, in short.

import { html, nothing, render } from "lit-html";
import { fill } from "../format.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  return ({ kind, teams, running, tie_breaks: ties, rules_versions: versions }) =>
    render(
      html`<h2>${words.about}</h2>
        <p>${words.about_points} ${words.about_changes}</p>
        <p>${words.about_why}</p>
        ${kind === "match" ? html`<p>${words.about_match} ${words.about_both_lost}</p>` : nothing} ${teams.length ? html`<p>${words.about_teams} ${words.about_game_points}</p>` : nothing}
        <p>${words.about_classical}</p>
        ${running ? html`<p>${words.about_live}</p>` : nothing}
        ${ties.length && kind !== "match"
          ? html`<p>${words.about_ties}</p>
              <ol>
                ${ties.map((code) => html`<li><b>${words[`tie_${code}`] ?? code}</b>: ${words[`tie_${code}_text`]}</li>`)}
              </ol>`
          : nothing}
        ${versions.length ? html`<p class="muted">${fill(words.about_rules ?? "", { n: versions.join(", ") })}</p>` : nothing}`,
      element,
    );
}
