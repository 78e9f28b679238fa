// @ts-check
// What the control page is made of: buttons that do something, parts that unfold, shapes.

import { html, nothing } from "lit-html";

/** @typedef {import("../types.js").Desk} Desk */
/** What an operator does, see overlay/desk/actions.py. @typedef {{do: string} & Record<string, unknown>} Action */
/**
 * What the page knows, and how it does things.
 * @typedef {object} Known
 * @property {Desk} desk
 * @property {import("../types.js").LobbyGame[]} games
 * @property {import("../types.js").GameState | null} game the featured one
 * @property {import("../types.js").Moment} moment
 * @property {(action: Action) => void} act
 * @property {(action: Action) => boolean} isBusy whether this is under way
 */
/** @typedef {(known: Known) => void} Update */

/** Where there is room everything is unfolded at first. */
const ROOMY = matchMedia("(min-width: 700px)").matches;

const PATHS = {
  air: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16z",
  clear: "M8 2h8l6 6v8l-6 6H8l-6-6V8zM7 10.5v3h10v-3z",
  freeze: "M5 4h5v16H5zM14 4h5v16h-5z",
  go: "M6 3.5v17L20 12z",
  undo: "M9 3v4.5h5a6.5 6.5 0 0 1 0 13H6v-3.2h8a3.3 3.3 0 0 0 0-6.6H9v4.5L2 9z",
  lost: "M12 3l10 18H2zM10.7 9v6h2.6V9zM10.7 16.6v2.4h2.6v-2.4z",
};

/** A shape, so that nothing is told by its colour alone. @param {keyof typeof PATHS} name */
export function shape(name) {
  return html`<svg class="shape" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" fill-rule="evenodd" d=${PATHS[name]} /></svg>`;
}

/**
 * A button that does something. While the server is away, or with `off`, it does nothing and looks like that.
 * @param {Known} known
 * @param {Action} action
 * @param {unknown} label
 * @param {{kind?: string, pressed?: boolean, off?: boolean, key?: string}} [more] `key` is that of the keyboard
 */
export function press(known, action, label, { kind = "", pressed, off = false, key } = {}) {
  return html`<button
    type="button"
    class="press ${kind}"
    aria-pressed=${pressed ?? nothing}
    aria-busy=${known.isBusy(action)}
    aria-disabled=${off || known.moment.connection === "lost"}
    aria-keyshortcuts=${key ?? nothing}
    @click=${() => off || known.act(action)}
  >
    ${label}
  </button>`;
}

/**
 * Buttons of which one is chosen; null is the one that leaves it to others.
 * @template T
 * @param {Known} known
 * @param {string} name of the whole
 * @param {{value: T, label: unknown}[]} choices
 * @param {T} chosen
 * @param {(value: T) => Action} action
 */
export function choose(known, name, choices, chosen, action) {
  return html`<div class="choices" role="group" aria-label=${name}>
    ${choices.map(({ value, label }) => press(known, action(value), label, { pressed: value === chosen, kind: value === null ? "is-wide" : "" }))}
  </div>`;
}

/**
 * A part of the page that unfolds, and says how it stands while it is folded.
 * @param {string | undefined} title
 * @param {unknown} value
 * @param {unknown} content
 * @param {boolean} [open] at first
 */
export function fold(title, value, content, open = ROOMY) {
  return html`<details class="card fold" ?open=${open}>
    <summary><h2>${title}</h2><span class="value">${value}</span></summary>
    <div class="folded">${content}</div>
  </details>`;
}

/**
 * The same games with the featured one first.
 * @template T
 * @param {T[]} games
 * @param {(game: T) => string} idOf
 * @param {Known} known
 */
export function featuredFirst(games, idOf, { game: featured }) {
  const isFeatured = (/** @type {T} */ game) => Number(idOf(game) === featured?.id);
  return [...games].sort((one, other) => isFeatured(other) - isFeatured(one));
}

/** The name of a rule. @param {string} code @param {import("../types.js").Options} options */
export function ruleName(code, { words }) {
  return words[`rule_${code}`] ?? code;
}
