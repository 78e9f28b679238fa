// @ts-check
// The ledger: every change of the score with its reason, newest first. Used on air and on the page.

import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { styles } from "../directives.js";
import { fill, moveNumber, signed } from "../format.js";
import { keyed, newest, places, shift } from "./ledger_keys.js";

/** @typedef {import("../types.js").Correction} Correction */
/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("./ledger_keys.js").Line} Line */

/** All lines of a burst have entered within this time. */
const BURST_MS = 700;
const LEAVE_MS = 260;

/**
 * @typedef {object} LedgerOptions
 * @property {number} [limit] show only so many of the newest; a correction is one of them, and only the last one
 * @property {string} [heading]
 * @property {(entry: Entry | null) => void} [onSelect] an entry is looked at: it can be pointed at, focused or tapped
 * @property {(entry: Entry | null) => void} [onPick] an entry is chosen, or the chosen one no longer
 */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & LedgerOptions} options
 * @returns {import("../types.js").Update & {step: (by: number) => void, drop: () => void}} `step` chooses the entry so many
 *   lines further down, `drop` takes the choice back
 */
export function mount(element, options) {
  const { words, motion } = options;
  /** @type {Line[] | null} */
  let shown = null;
  /** @type {Line[]} lines that are on their way out, where they stood */
  let leaving = [];
  /** @type {Correction[]} */
  let corrections = [];
  /** @type {string | null} */
  let pinned = null;
  let game = "";
  let startFen = "";
  let empty = "";

  return Object.assign(update, { step, drop });

  /** @param {import("../types.js").GameState} state @param {import("../types.js").Moment} moment */
  function update(state, moment) {
    const before = shown;
    const news = before !== null && !moment.snapshot && state.id === game && motion !== "none";
    corrections = [...state.corrections].reverse().slice(0, options.limit ? 1 : Infinity);
    const room = (options.limit ?? Infinity) - corrections.length;
    const lines = newest(keyed(state.entries)).slice(0, room);
    const from = news ? places(element) : new Map();
    const known = new Map((before ?? []).map((line) => [line.key, line]));
    const added = news ? lines.filter((line) => !known.has(line.key)).reverse() : [];
    const changed = news ? lines.filter((line) => grew(known.get(line.key), line)) : [];
    const keys = new Set(lines.map((line) => line.key));
    leaving = news ? (before ?? []).filter((line) => !keys.has(line.key)) : [];
    // One that is merely pushed out at the end of a short list was not taken back.
    if (lines.length === room) leaving = leaving.filter((line) => line.entry.ply > (lines.at(-1)?.entry.ply ?? 0));
    shown = lines;
    game = state.id;
    startFen = state.start_fen;
    empty = state.status.note?.[options.lang] ?? (state.result ? words.ledger_none : words.ledger_empty) ?? "";
    if (pinned && !keys.has(pinned)) drop();
    draw(added, changed);
    if (motion === "full") shift(element, from);
    if (leaving.length) {
      const gone = leaving;
      setTimeout(() => {
        if (leaving !== gone) return;
        const places_ = places(element);
        leaving = [];
        draw([], []);
        if (motion === "full") shift(element, places_);
      }, LEAVE_MS);
    }
  }

  /** @param {Line[]} added oldest first @param {Line[]} changed */
  function draw(added, changed) {
    const lines = newest([...(shown ?? []), ...leaving]);
    const step = Math.min(140, BURST_MS / Math.max(1, added.length));
    render(
      html`${options.heading ? html`<h2 class="ledger-title">${options.heading}</h2>` : nothing}
        <ol class="ledger-lines" aria-live="polite" aria-relevant="additions">
          ${corrections.map(correction)}
          ${repeat(
            lines,
            (line) => line.key,
            (line) => {
              const turn = added.findIndex(({ key }) => key === line.key);
              const state = leaving.includes(line) ? "is-gone" : turn >= 0 ? "is-new" : changed.includes(line) ? "is-changed" : "";
              return item(line, state, Math.max(0, turn) * step);
            },
          )}
        </ol>
        ${lines.length ? nothing : html`<p class="ledger-empty">${empty}</p>`}
        ${options.onSelect && lines.length ? html`<p class="hint">${words.ledger_hint}</p>` : nothing}`,
      element,
    );
  }

  /** @param {Correction} correction */
  function correction({ text }) {
    return html`<li class="correction">
      <i class="pencil" aria-hidden="true"></i>
      <span class="why"><span class="at">${words.correction}</span><span class="reason">${text[options.lang]}</span></span>
    </li>`;
  }

  /** @param {Line} line @param {string} state @param {number} delay */
  function item({ key, entry }, state, delay) {
    const gain = !entry.amount.startsWith("-");
    const body = html`<span class="side side-${entry.side}" role="img" aria-label=${words[entry.side] ?? ""}></span>
      <span class="why"><span class="at">${at(entry)}</span><span class="reason">${entry.text[options.lang]}</span></span>
      <span class="amount ${gain ? "is-gain" : "is-loss"}"><i class="arrow" aria-hidden="true"></i>${signed(entry.amount, options)}</span>`;
    const delayed = styles({ "--delay": `${delay}ms` });
    if (!options.onSelect) {
      return html`<li class="entry ${state}" data-key=${key} style=${delayed} @animationend=${settle}>${body}</li>`;
    }
    return html`<li class="entry ${state}" data-key=${key} style=${delayed} @animationend=${settle}>
      <button
        type="button"
        aria-pressed=${pinned === key ? "true" : "false"}
        @click=${() => pick(pinned === key ? null : key)}
        @pointerenter=${() => look(entry)}
        @pointerleave=${() => look(null)}
        @focus=${() => look(entry)}
        @blur=${() => look(null)}
      >
        ${body}
      </button>
    </li>`;
  }

  /** @param {Entry} entry */
  function at(entry) {
    const number = moveNumber(entry.ply, startFen);
    const text = number ? fill(words.move_n ?? "", { n: number }) : (words.start ?? "");
    return entry.side === "both" ? `${text} · ${words.both}` : `${text} · ${words[entry.side]}`;
  }

  /** @param {string | null} key */
  function pick(key) {
    pinned = key;
    options.onPick?.(shown?.find((line) => line.key === key)?.entry ?? null);
    look(null);
    draw([], []);
  }

  /** @param {number} by */
  function step(by) {
    const lines = shown ?? [];
    const at = lines.findIndex(({ key }) => key === pinned);
    const next = lines[Math.max(0, Math.min(at + by, lines.length - 1))];
    if (!next) return;
    pick(next.key);
    element.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest" });
  }

  function drop() {
    if (pinned === null) return;
    pinned = null;
    look(null);
    draw([], []);
  }

  /** @param {Entry | null} entry looked at; without one, the pinned one counts */
  function look(entry) {
    options.onSelect?.(entry ?? shown?.find((line) => line.key === pinned)?.entry ?? null);
  }
}

/**
 * Whether the amount of a line has changed. The bonus of a king that waits does so at every move, and is no news.
 * @param {Line | undefined} before
 * @param {Line} line
 */
function grew(before, { entry }) {
  return before !== undefined && before.entry.amount !== entry.amount && entry.rule !== "late_castling";
}

/** A line that has entered is like any other. @param {AnimationEvent} event */
function settle(event) {
  const line = /** @type {HTMLElement} */ (event.currentTarget);
  if (event.target === line) line.classList.remove("is-new");
  else line.classList.remove("is-changed");
}
