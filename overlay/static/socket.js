// @ts-check
// The connection to the hub: comes back by itself, and keeps the last good state meanwhile.

/** @typedef {import("./types.js").Frame} Frame */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;

/**
 * How long to wait before the next try: doubling up to a cap, then spread, so that a thousand pages do not come at once.
 * @param {number} tries failed so far
 * @param {() => number} [random]
 */
export function backoff(tries, random = Math.random) {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
  return wait * (0.5 + random() / 2);
}

/** The server restarts, or it has too much to do: all pages hear that at once, and must not come back at once. */
const BACK_LATER = [1012, 1013];
const SPREAD_MS = 3_000;

/**
 * How long to wait after a connection has ended.
 * @param {number} code with which it did
 * @param {number} tries failed so far
 * @param {() => number} [random]
 */
export function comeback(code, tries, random = Math.random) {
  return backoff(tries, random) + (BACK_LATER.includes(code) ? random() * SPREAD_MS : 0);
}

/**
 * Follow topics.
 * @param {string} address of the socket, on the page's own host
 * @param {string[]} topics
 * @param {(frame: Frame, snapshot: boolean) => void} onFrame `snapshot`: the first one of its topic on a new connection
 * @param {(connection: "open" | "lost") => void} onConnection
 */
export function follow(address, topics, onFrame, onConnection) {
  let tries = 0;
  let timer = 0;
  /** @type {WebSocket | null} */
  let socket = null;

  function open() {
    clearTimeout(timer);
    const url = new URL(address, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("topics", topics.join(","));
    /** @type {Map<string, number>} */
    const versions = new Map();
    const current = new WebSocket(url);
    socket = current;
    current.onmessage = (event) => {
      const frame = /** @type {Frame} */ (JSON.parse(event.data));
      const known = versions.get(frame.topic);
      if (known !== undefined && frame.version < known) return;
      versions.set(frame.topic, frame.version);
      if (tries > 0 || known === undefined) onConnection("open");
      tries = 0;
      onFrame(frame, known === undefined);
    };
    current.onclose = (event) => {
      if (socket !== current) return;
      socket = null;
      onConnection("lost");
      timer = setTimeout(open, comeback(event.code, tries));
      tries += 1;
    };
  }

  // Back from sleep or from a tunnel there is no reason to wait for the timer.
  addEventListener("online", () => {
    if (!socket) open();
  });
  open();
}
