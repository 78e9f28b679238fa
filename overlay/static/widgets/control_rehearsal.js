// @ts-check
// A rehearsal: pause, speed, where each game stands, and examples of the rules.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { fill, plain } from "../format.js";
import { choose, featuredFirst, fold, press, ruleName, shape } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */
/** @typedef {import("../types.js").RehearsedGame} RehearsedGame */

const SPEEDS = [0.5, 1, 2, 5, 10, 20, 50, 100];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  /** Where the operator is dragging a bar to, by the id of the game. @type {Map<string, number>} */
  const dragged = new Map();
  /** @type {Known} */
  let shown;

  function update(/** @type {Known} */ known) {
    shown = known;
    const { rehearsal } = known.desk;
    render(rehearsal ? part(known, rehearsal) : nothing, element);
  }
  return update;

  /** @param {Known} known @param {import("../types.js").Rehearsing} rehearsal */
  function part(known, { paused, speed, games, rules }) {
    const label = html`${shape(paused ? "go" : "freeze")}<span>${words[paused ? "rehearsal_go" : "rehearsal_pause"]}</span>`;
    const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((one, other) => one - other);
    return fold(
      words.rehearsal,
      html`<b>${paused ? words.rehearsal_paused : times(speed)}</b>`,
      html`${press(known, { do: "pause", on: !paused }, label, { kind: "is-wide" })}
        <h3>${words.rehearsal_speed}</h3>
        ${choose(known, words.rehearsal_speed ?? "", speeds.map((value) => ({ value, label: times(value) })), speed, (factor) => ({ do: "speed", factor }))}
        <h3>${words.rehearsal_seek}</h3>
        ${repeat(featuredFirst(games, ({ id }) => id, known), ({ id }) => id, (game) => bar(known, game))}
        <h3>${words.rehearsal_fire}</h3>
        <div class="choices is-two" role="group" aria-label=${words.rehearsal_fire ?? ""}>
          ${rules.map((rule) => press(known, { do: "fire", rule }, ruleName(rule, options)))}
        </div>`,
    );
  }

  /** @param {Known} known @param {RehearsedGame} game */
  function bar(known, { id, name, length }) {
    const ply = dragged.get(id) ?? known.games.find((game) => game.id === id)?.ply ?? 0;
    const where = fill(words.rehearsal_ply ?? "", { n: ply, m: length });
    return html`<label class="seek">
      <bdi>${plain(name)}</bdi><span class="muted">${where}</span>
      <input
        type="range"
        min="0"
        max=${length}
        step="1"
        .value=${String(ply)}
        aria-valuetext=${where}
        ?disabled=${known.moment.connection === "lost"}
        @input=${(/** @type {Event} */ event) => drag(id, event)}
        @change=${(/** @type {Event} */ event) => drop(id, event)}
      />
    </label>`;
  }

  /** @param {string} id @param {Event} event */
  function drag(id, event) {
    dragged.set(id, /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber);
    update(shown);
  }

  /** @param {string} id @param {Event} event */
  function drop(id, event) {
    const ply = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
    dragged.delete(id);
    shown.act({ do: "seek", game: id, ply });
  }

  /** @param {number} speed */
  function times(speed) {
    const text = String(Number(speed.toFixed(2)));
    return `${options.lang === "de" ? text.replace(".", ",") : text}×`;
  }
}
