// @ts-check
// How late and in what dress everything goes on the air: delay, theme, language.

import { html, nothing, render } from "lit-html";
import { fill } from "../format.js";
import { choose, fold } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */

const DELAYS_S = [0, 5, 10, 15, 30, 60, 120];
const LONGEST_S = 900;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;
  const other = { do: "delay", seconds: -1 };

  return (known) => render(html`${delay(known)}${looks(known)}`, element);

  /** @param {Known} known */
  function delay(known) {
    const { choices, delay_s } = known.desk;
    const value = delay_s ? html`<b>${seconds(delay_s)}</b>` : words.delay_none;
    const usual = { value: /** @type {number | null} */ (null), label: words.configured };
    const unusual = choices.delay_s !== null && !DELAYS_S.includes(choices.delay_s) ? [choices.delay_s] : [];
    const set = [...DELAYS_S, ...unusual].map((s) => ({ value: /** @type {number | null} */ (s), label: s ? seconds(s) : words.delay_none }));
    return fold(
      words.delay,
      html`${value}${choices.delay_s === null ? html` · ${words.configured}` : nothing}`,
      html`<p class="muted">${words.delay_hint}</p>
        ${choose(known, words.delay ?? "", [usual, ...set], choices.delay_s, (s) => ({ do: "delay", seconds: s }))}
        <form class="other" @submit=${(/** @type {Event} */ event) => setOther(event, known)}>
          <label for="delay-other">${words.delay_other}</label>
          <input id="delay-other" type="number" inputmode="numeric" min="0" max=${LONGEST_S} step="1" required />
          <button class="press" aria-busy=${known.isBusy(other)} aria-disabled=${known.moment.connection === "lost"}>${words.delay_set}</button>
        </form>`,
    );
  }

  /** @param {Event} event @param {Known} known */
  function setOther(event, known) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    other.seconds = form.querySelector("input")?.valueAsNumber ?? 0;
    known.act(other);
    form.reset();
  }

  /** @param {Known} known */
  function looks(known) {
    const { choices, themes } = known.desk;
    const value = [choices.theme && words[`theme_${choices.theme}`], choices.lang && words[`lang_${choices.lang}`]].filter(Boolean);
    const theme = (/** @type {string | null} */ name) => ({ value: name, label: name ? words[`theme_${name}`] ?? name : words.configured });
    const lang = (/** @type {"de" | "en" | null} */ name) => ({ value: name, label: words[`lang_${name ?? "browser"}`] });
    return fold(
      words.look,
      value.length ? html`<b>${value.join(", ")}</b>` : words.configured,
      html`<p class="muted">${words.look_hint}</p>
        <h3>${words.theme}</h3>
        ${choose(known, words.theme ?? "", [null, ...themes].map(theme), choices.theme, (name) => ({ do: "theme", name }))}
        <h3>${words.language}</h3>
        ${choose(known, words.language ?? "", [lang(null), lang("de"), lang("en")], choices.lang, (name) => ({ do: "language", lang: name }))}`,
    );
  }

  /** @param {number} n */
  function seconds(n) {
    return fill(words.delay_s ?? "", { n });
  }
}
