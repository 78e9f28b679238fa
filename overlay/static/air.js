// @ts-check
// What the operator wants on the air: nothing at all, a scene hidden, everything standing still, a theme, a language.

import { options, run } from "./boot.js";
import { hold } from "./clocks.js";
import { setTheme } from "./theme.js";

/** @typedef {import("./types.js").Air} Air */

const namesLanguage = new URLSearchParams(location.search).has("lang");

/**
 * Let the stage of a scene obey.
 * @param {HTMLElement} stage
 * @param {string} scene
 */
export function obey(stage, scene) {
  let build = "";
  /** @type {Air["lang"]} */
  let lang = null;
  run("air", (/** @type {Air | null} */ air) => {
    if (!air) return;
    const outdated = build !== "" && air.build !== build;
    const otherLanguage = !namesLanguage && air.lang !== options.lang && (air.lang ?? lang) !== null;
    if (outdated || otherLanguage) {
      location.reload();
      return;
    }
    build = air.build;
    lang = air.lang;
    stage.classList.toggle("is-cleared", air.cleared);
    stage.classList.toggle("is-hidden", air.hidden.includes(scene));
    hold(air.frozen);
    setTheme(air.theme);
  });
}
