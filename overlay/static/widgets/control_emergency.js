// @ts-check
// The three things one needs in an emergency: clear the air, freeze it, take back what was done.

import { html, render } from "lit-html";
import { press, shape } from "./control_parts.js";

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("./control_parts.js").Update}
 */
export function mount(element, { words }) {
  return (known) => {
    const { choices, undo } = known.desk;
    const { cleared, frozen } = choices;
    render(
      html`${press(known, { do: "clear", on: !cleared }, big(cleared ? "air" : "clear", cleared ? "do_unclear" : "do_clear"), {
        kind: cleared ? "is-back" : "is-panic",
      })}
      ${press(known, { do: "freeze", on: !frozen }, big(frozen ? "go" : "freeze", frozen ? "do_unfreeze" : "do_freeze"), {
        kind: frozen ? "is-go" : "is-freeze",
        key: "F",
      })}
      ${press(known, { do: "undo" }, big("undo", "do_undo", words[undo ? `undo_${undo}` : "undo_nothing"]), {
        kind: "is-undo",
        key: "U",
        off: undo === null,
      })}`,
      element,
    );
  };

  /** @param {Parameters<typeof shape>[0]} name @param {string} label @param {string} [what] */
  function big(name, label, what = "") {
    return html`${shape(name)}<span>${words[label]}</span>${what ? html`<small>${what}</small>` : ""}`;
  }
}
