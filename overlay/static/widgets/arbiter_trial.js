// @ts-check
// What a correction would change, to be confirmed; and who was faster.

import { html, nothing } from "lit-html";
import { fill, plain, points, signed } from "../format.js";

/** @typedef {import("../types.js").Options} Options */
/** @typedef {import("../arbiter_types.js").Line} Line */

/** @param {import("../arbiter_types.js").Known} known @param {Options} options */
export function trialOf(known, options) {
  const { words, lang } = options;
  if (!known.trial) return nothing;
  const { text, shifts } = known.trial.tried;
  return html`<section class="trial" tabindex="-1" aria-labelledby="swing">
    <h3 id="swing">${words.arbiter_swing}</h3>
    <p><bdi>${text[lang]}</bdi></p>
    ${shifts.length ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="swing">${table(shifts, options)}</div>` : html`<p>${words.arbiter_swing_none}</p>`}
    <div class="buttons">
      <button type="button" class="act is-main" aria-busy=${known.busy} @click=${known.confirm}>${words.arbiter_confirm}</button>
      <button type="button" class="act" @click=${known.drop}>${words.arbiter_drop}</button>
    </div>
  </section>`;
}

/** Corrections that others have made meanwhile. @param {import("../arbiter_types.js").Made[]} between @param {Options} options */
export function fasterOnes(between, { words, lang }) {
  if (!between.length) return nothing;
  return html`<section class="faster" tabindex="-1" role="alert">
    ${between.map(
      ({ who, text, why }) => html`<h3>${fill(words.arbiter_stale ?? "", { who: plain(who) })}</h3>
        <p><bdi>${text[lang]}</bdi>: <bdi>${plain(why)}</bdi></p>`,
    )}
    <p>${words.arbiter_stale_hint}</p>
  </section>`;
}

/** @param {import("../arbiter_types.js").Shift[]} shifts @param {Options} options */
function table(shifts, options) {
  const { words } = options;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${words.col_player}</th>
        <th scope="col">${words.arbiter_before}</th>
        <th scope="col">${words.arbiter_after}</th>
      </tr>
    </thead>
    <tbody>
      ${shifts.map(
        ({ player, before, after, gain }) => html`<tr>
          <th scope="row">
            <bdi>${plain(player)}</bdi>
            ${gain ? html`<span class=${gain.startsWith("-") ? "is-loss" : "is-gain"}><i class="arrow"></i>${signed(gain, options)}</span>` : nothing}
          </th>
          <td>${line(before, options)}</td>
          <td>${line(after, options)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Line | null} line @param {Options} options */
function line(line, options) {
  const { words } = options;
  return line ? fill(words.arbiter_place ?? "", { place: line.place, points: points(line.points, options, 4) }) : words.arbiter_not_there;
}
