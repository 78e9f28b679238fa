// @ts-check
// Long lists on air: pages of about the same length that take turns quietly. Without motion the first one stays.

/** How long a page is shown. */
const TURN_MS = 12_000;
const FADE_MS = 350;

/**
 * @template T
 * @typedef {{lines: T[], first: number, more: number, pages: number, room: number}} Page a part of a list: the number of
 * its first line, how many lines come on no page, and how many lines the longest page has
 */

/**
 * @param {HTMLElement} element what has `[data-turns]` in it: that fades when a page takes its turn
 * @param {import("./types.js").Options["motion"]} motion
 * @param {number} size how many lines there is room for
 * @param {() => void} draw asks for the page anew and shows it
 * @returns {<T>(all: T[]) => Page<T>}
 */
export function turns(element, motion, size, draw) {
  let page = 0;
  let pages = 1;
  let timer = 0;

  return (all) => {
    pages = motion === "none" ? 1 : Math.max(1, Math.ceil(all.length / size));
    page %= pages;
    if (pages === 1) {
      clearInterval(timer);
      timer = 0;
    } else if (!timer) timer = setInterval(turn, TURN_MS);
    const room = Math.min(size, Math.ceil(all.length / pages));
    const first = page * room;
    const lines = all.slice(first, first + room);
    return { lines, first, more: pages > 1 ? 0 : all.length - lines.length, pages, room };
  };

  function turn() {
    const fade = element.querySelector("[data-turns]")?.animate({ opacity: [1, 0] }, FADE_MS);
    if (!fade) return;
    fade.onfinish = () => {
      page += 1;
      draw();
      element.querySelector("[data-turns]")?.animate({ opacity: [0, 1] }, FADE_MS);
    };
  }
}
