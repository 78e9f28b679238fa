// @ts-check
// Which line of the ledger is which from one state to the next, and where it stands.

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {{key: string, entry: Entry}} Line */

/**
 * Give each entry a name that it keeps while it is the same entry. An amount may grow, and the bonus of a king that has
 * not castled moves on with every ply.
 * @param {Entry[]} entries
 * @returns {Line[]}
 */
export function keyed(entries) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return entries.map((entry) => {
    const name = entry.rule === "late_castling" ? `${entry.rule}-${entry.side}` : `${entry.rule}-${entry.side}-${entry.ply}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: count > 1 ? `${name}-${count}` : name, entry };
  });
}

/**
 * Newest first. Of one ply the bonus for the king comes first, so that it does not jump while it moves on.
 * @param {Line[]} lines
 */
export function newest(lines) {
  const weight = (/** @type {Line} */ { entry }) => entry.ply * 2 + (entry.rule === "late_castling" ? 1 : 0);
  return [...lines].sort((a, b) => weight(b) - weight(a));
}

/**
 * Where the lines stand now.
 * @param {HTMLElement} element
 * @returns {Map<string, number>}
 */
export function places(element) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const line of element.querySelectorAll(".entry")) {
    found.set(/** @type {HTMLElement} */ (line).dataset.key ?? "", /** @type {HTMLElement} */ (line).offsetTop);
  }
  return found;
}

/**
 * Let the lines glide from where they stood to where they stand.
 * @param {HTMLElement} element
 * @param {Map<string, number>} from
 */
export function shift(element, from) {
  for (const line of element.querySelectorAll(".entry")) {
    const { dataset, offsetTop } = /** @type {HTMLElement} */ (line);
    const way = (from.get(dataset.key ?? "") ?? offsetTop) - offsetTop;
    if (way) line.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: 320, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}
