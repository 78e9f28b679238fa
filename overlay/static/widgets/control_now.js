// @ts-check
// What is on the air now, and how the air stands: always in view.

import { html, nothing, render } from "lit-html";
import { fill, playerName, plural, points, RESULT, signed, SIDES } from "../format.js";
import { isBlank } from "../known.js";
import { shape } from "./control_parts.js";
import { pointsNow } from "./points_now.js";
import { badgeRow, badgesOf } from "./status.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").GameState} GameState */

/** @type {Record<"on" | "cleared" | "frozen" | "lost", Parameters<typeof shape>[0]>} */
const SHAPES = { on: "air", cleared: "clear", frozen: "freeze", lost: "lost" };

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (known) => {
    const stands = standing(known);
    element.dataset.state = stands;
    render(
      html`<div class="stands" role="status">
          <b class="stands-how">${shape(SHAPES[stands])}<span>${words[`air_${stands}`]}</span></b>
          ${also(known, stands).map((text) => html`<span class="also">${text}</span>`)}
        </div>
        ${stands === "lost" ? html`<p><a class="reload" href="">${words.air_reload}</a></p>` : nothing}
        ${known.game ? featured(known.game, known) : html`<p class="nobody">${words.air_none}</p>`}`,
      element,
    );
  };

  /** What else is not as usual. @param {Known} known @param {string} stands */
  function also({ desk }, stands) {
    const { choices } = desk;
    return [
      choices.cleared && stands !== "cleared" ? words.also_cleared : "",
      choices.frozen && stands !== "frozen" ? words.also_frozen : "",
      desk.delay_s ? fill(words.air_delayed ?? "", { n: desk.delay_s }) : "",
      choices.hidden.length ? plural(options, "air_hidden", choices.hidden.length) : "",
      choices.test ? words.air_test : "",
      ...desk.automatics.filter(({ paused }) => paused).map(({ name }) => fill(words.air_resting ?? "", { what: words[`automatic_${name}`] ?? name })),
    ].filter(Boolean);
  }

  /** @param {GameState} game @param {Known} known */
  function featured(game, { moment }) {
    if (isBlank(game)) return html`<p class="nobody">${game.id}</p>`;
    const now = pointsNow(game);
    const { status } = game;
    return html`<div class="featured">
      ${SIDES.map(
        (side) => html`<div class="featured-player">
          <i class="chip chip-${side}" role="img" aria-label=${words[side] ?? ""}></i>
          <span class="who">${game[side].title ? html`<span class="title">${game[side].title}</span>` : nothing}<bdi>${playerName(game[side], options)}</bdi></span>
          <b class="points-${side}">${now ? points(now[side], options) : "–"}</b>
        </div>`,
      )}
      <div class="featured-verdict">
        <span>${verdict(game, now !== null)}</span>
        ${badgeRow(badgesOf(status, status.stale_since_ms !== null, moment, options))}
      </div>
    </div>`;
  }

  /** @param {GameState} game @param {boolean} scored */
  function verdict({ result, leader, status }, scored) {
    if (!scored) return words.void_title;
    if (result) return html`${status.settled ? words.final : words.final_provisional} <b>${RESULT[result.outcome]}</b>`;
    if (!leader.side) return html`${words.if_drawn}: <b>${words.level}</b>`;
    return html`${words.if_drawn}: <b>${words[`leads_${leader.side}`]} ${signed(leader.by, options)}</b>`;
  }
}

/** The one thing about the air that one has to know. @param {Known} known */
function standing({ desk, moment }) {
  if (moment.connection === "lost") return "lost";
  return desk.choices.cleared ? "cleared" : desk.choices.frozen ? "frozen" : "on";
}
