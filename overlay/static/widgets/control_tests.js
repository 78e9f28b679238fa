// @ts-check
// Test events: an example of a rule, which only the test addresses of scenes ever show.

import { html, nothing, render } from "lit-html";
import { fold, press, ruleName } from "./control_parts.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (known) => {
    const { tests, previews, choices } = known.desk;
    const off = press(known, { do: "test", rule: null }, words.tests_off, { pressed: choices.test === null, kind: "is-wide" });
    const one = (/** @type {string} */ rule) => press(known, { do: "test", rule }, ruleName(rule, options), { pressed: rule === choices.test });
    const part = fold(
      words.tests,
      choices.test ? html`<b>${ruleName(choices.test, options)}</b>` : words.tests_none,
      html`<p class="muted">${words.tests_hint}</p>
        <div class="choices is-two" role="group" aria-label=${words.tests ?? ""}>${off}${tests.map(one)}</div>
        <h3>${words.tests_seen}</h3>
        <ul class="links">
          ${previews.map((scene) => html`<li><a href="/control/preview/${scene}" target="_blank">${words[`scene_${scene}`] ?? scene}</a></li>`)}
        </ul>`,
    );
    render(tests.length ? part : nothing, element);
  };
}
