// @ts-check
// The search of the lobby: a name, under way or over, and the speed.

import { html, render } from "lit-html";
import { fill } from "../format.js";
import { readSearch, writeSearch } from "../search.js";

const STATES = ["", "running", "over"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {onChange: () => void}} options
 */
export function mount(element, options) {
  const { words, onChange } = options;
  let search = readSearch(location.hash);
  addEventListener("hashchange", () => {
    search = readSearch(location.hash);
    onChange();
  });

  return {
    /** What is looked for. */
    wanted: () => search,
    /** @param {string[]} speeds that there are @param {number} shown @param {number} all */
    update(speeds, shown, all) {
      element.hidden = all === 0;
      const known = [...new Set([...speeds, search.speed])].filter(Boolean).sort();
      render(
        html`<form class="search" role="search" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
          <input
            type="search"
            autocomplete="off"
            spellcheck="false"
            maxlength="100"
            placeholder=${words.search ?? ""}
            aria-label=${words.search ?? ""}
            .value=${search.text}
            @input=${(/** @type {Event} */ event) => change({ text: /** @type {HTMLInputElement} */ (event.currentTarget).value })}
          />
          <div class="choice" role="group" aria-label=${words.filter_state ?? ""}>
            ${STATES.map(
              (state) => html`<button type="button" aria-pressed=${state === search.state ? "true" : "false"} @click=${() => change({ state })}>
                ${words[`filter_${state || "all"}`]}
              </button>`,
            )}
          </div>
          <select
            aria-label=${words.filter_speed ?? ""}
            @change=${(/** @type {Event} */ event) => change({ speed: /** @type {HTMLSelectElement} */ (event.currentTarget).value })}
          >
            <option value="" .selected=${!search.speed}>${words.filter_speed}: ${words.filter_all}</option>
            ${known.map((speed) => html`<option value=${speed} .selected=${speed === search.speed}>${words[`speed_${speed}`] ?? speed}</option>`)}
          </select>
          <p class="search-count" role="status">${fill(words.shown_of ?? "", { n: shown, m: all })}</p>
        </form>`,
        element,
      );
    },
    clear: () => change({ text: "", state: "", speed: "" }),
  };

  /** @param {Partial<import("../search.js").Search>} wish */
  function change(wish) {
    search = { ...search, ...wish };
    history.replaceState(null, "", writeSearch(search) || location.pathname + location.search);
    onChange();
  }
}
