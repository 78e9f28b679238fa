// @ts-check
// Keys that work everywhere on a page, but never while somebody types, nor with a key that makes them the browser's.

/** @param {Record<string, () => void>} keys what each key does, by the name that the browser gives it */
export function onKeys(keys) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || types(event.target)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {EventTarget | null} target */
function types(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
