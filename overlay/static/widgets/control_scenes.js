// @ts-check
// The scenes: a switch for each, and their addresses.

import { html, nothing, render } from "lit-html";
import { plural } from "../format.js";
import { copyButton } from "./control_copy.js";
import { fold, press } from "./control_parts.js";

/** @typedef {import("./control_parts.js").Known} Known */

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, options) {
  const { words } = options;

  return (known) => {
    const { scenes, choices } = known.desk;
    const { length } = choices.hidden;
    const value = length ? html`<b>${plural(options, "scenes_hidden", length)}</b>` : words.scenes_shown;
    const addresses = html`<p class="muted">${words.addresses_hint}</p>${scenes.map((scene) => address(known, scene))}`;
    render(
      html`${fold(words.scenes, value, scenes.map((scene) => line(known, scene)))}${fold(words.addresses, "", addresses, false)}`,
      element,
    );
  };

  /** @param {Known} known @param {string} scene */
  function line(known, scene) {
    const on = !known.desk.choices.hidden.includes(scene);
    const label = html`<span class="switch-name">${name(scene)}</span>
      <span class="switch-word" aria-hidden="true">${words[on ? "scene_on" : "scene_off"]}</span><i class="switch"></i>`;
    return press(known, { do: "scene", name: scene, on: !on }, label, { kind: "is-switch", pressed: on });
  }

  /** @param {Known} known @param {string} scene */
  function address({ desk }, scene) {
    return html`<div class="copies" role="group" aria-label=${name(scene)}>
      <h3>${name(scene)}</h3>
      ${copyButton(`/scene/${scene}`, words.address, options)}
      ${desk.previews.includes(scene) ? copyButton(`/control/preview/${scene}`, words.address_test, options) : nothing}
    </div>`;
  }

  /** @param {string} scene */
  function name(scene) {
    return words[`scene_${scene}`] ?? scene;
  }
}
