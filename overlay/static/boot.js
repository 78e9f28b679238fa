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
  const frames = /** @type {Record<string, import("./types.js").Frame>} */ (data.frames);
  return { options, frames, address: /** @type {string} */ (data.socket) };
}

/** `frames` are the first states of the topics of the page, by their roles: "game", "event", "lobby", "air"; `address` is that of the socket. */
export const { options, frames, address } = readBoot();
document.body.dataset.motion = options.motion;

/** @type {Map<string, {frame: (frame: import("./types.js").Frame, snapshot: boolean) => void, connection: (connection: Moment["connection"]) => void}>} */
const followed = new Map();

/**
 * Show the topic that has this role on the page: at once from the page itself, then from the hub. `show` gets null while
 * there is nothing. Calls of the same turn share one connection.
 * @param {string} role
 * @param {(state: any, moment: Moment) => void} show
 */
export function run(role, show) {
  const first = frames[role];
  if (!first) throw new Error(`the page follows no ${role}`);
  let state = first.state;
  /** @type {Moment} */
  let moment = { connection: "open", at: performance.now(), snapshot: true };
  let forget = 0;
  show(state, moment);

  if (!followed.size) queueMicrotask(connect);
  followed.set(first.topic, {
    frame(next, snapshot) {
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
    connection(connection) {
      if (connection === moment.connection) return;
      moment = { ...moment, connection, snapshot: true };
      show(state, moment);
    },
  });
}

function connect() {
  follow(
    address,
    [...followed.keys()],
    (frame, snapshot) => followed.get(frame.topic)?.frame(frame, snapshot),
    (connection) => {
      for (const each of followed.values()) each.connection(connection);
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
