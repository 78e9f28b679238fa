// @ts-check
// What every page does first: read what the server put into it, then follow its topic.

import { follow } from "./socket.js";

/** @typedef {import("./types.js").Options} Options */
/** @typedef {import("./types.js").Moment} Moment */
/** @typedef {import("./types.js").State} State */

/** How long a page keeps what it shows when a server that was away comes back without it. */
const KEPT_MS = 60_000;

/** What the server put into the page. */
function readBoot() {
  const data = JSON.parse(document.getElementById("boot")?.textContent ?? "{}");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  /** @type {Options} */
  const options = { lang: data.lang, words: data.words, motion: data.motion || (calm ? "none" : "full") };
  return { options, frame: /** @type {import("./types.js").Frame} */ (data.frame) };
}

export const { options, frame } = readBoot();
document.body.dataset.motion = options.motion;

/**
 * Show the topic of the page: at once from the page itself, then from the hub. `show` gets null while there is nothing.
 * @param {(state: any, moment: Moment) => void} show
 */
export function run(show) {
  let state = frame.state;
  /** @type {Moment} */
  let moment = { connection: "open", at: performance.now(), snapshot: true };
  let forget = 0;
  show(state, moment);

  follow(
    [frame.topic],
    (next, snapshot) => {
      clearTimeout(forget);
      if (next.state === null && snapshot && state !== null) {
        // The server has just come back and may not have found the game again yet.
        forget = setTimeout(() => show((state = null), moment), KEPT_MS);
        return;
      }
      state = next.state;
      moment = { connection: "open", at: performance.now(), snapshot };
      show(state, moment);
    },
    (connection) => {
      if (connection === moment.connection) return;
      moment = { ...moment, connection, snapshot: true };
      show(state, moment);
    },
  );
}

/**
 * An element of the page that must be there.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
