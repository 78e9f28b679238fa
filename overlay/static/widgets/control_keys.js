// @ts-check
// The keyboard: a key presses the button that names it. To clear the air takes Esc twice, and that never puts it back.

/** @typedef {import("./control_parts.js").Known} Known */

const TWICE_MS = 700;
const KEPT = "unruh-shortcuts";
/** Keys that `aria-keyshortcuts` calls by another name. @type {Record<string, string>} */
const NAMES = { "+": "Plus" };

/**
 * @param {HTMLDialogElement} hints
 * @param {HTMLInputElement} use whether keys are used
 * @param {Known} known
 */
export function listen(hints, use, known) {
  let escaped = -Infinity;
  use.checked = localStorage.getItem(KEPT) !== "off";
  use.addEventListener("change", () => localStorage.setItem(KEPT, use.checked ? "on" : "off"));

  addEventListener("keydown", (event) => {
    const { key } = event;
    if (!use.checked || hints.open || event.repeat || event.isComposing || types(event.target)) return;
    if (event.altKey || (event.ctrlKey || event.metaKey) !== (key.toLowerCase() === "z")) return;
    if (key === "Escape") {
      const twice = event.timeStamp - escaped < TWICE_MS;
      escaped = twice ? -Infinity : event.timeStamp;
      if (twice) known.act({ do: "clear", on: true });
    } else if (key === "?") {
      hints.showModal();
    } else if (key.toLowerCase() === "z") {
      event.preventDefault();
      click("U");
    } else if (!(event.shiftKey && click(event.code.replace("Digit", "Shift+"))) && /^[0-9a-z+=-]$/i.test(key)) {
      click(NAMES[key] ?? key.toUpperCase());
    }
  });
}

/** Press the button that names a key; whether there is one. @param {string} key */
function click(key) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[aria-keyshortcuts="${key}"]`));
  button?.click();
  return button !== null;
}

/** Whether somebody is typing there. @param {EventTarget | null} target */
function types(target) {
  return target instanceof Element && target.closest("input:not([type=range], [type=checkbox]), textarea, select") !== null;
}
