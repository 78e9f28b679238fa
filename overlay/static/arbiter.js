// @ts-check
// The arbiter's page: choose what to correct, try it, see the swing, confirm.

import { byId, options } from "./boot.js";
import { fill } from "./format.js";
import { mount as games } from "./widgets/arbiter_games.js";
import { mount as made } from "./widgets/arbiter_made.js";
import { mount as unfit } from "./widgets/arbiter_unfit.js";
import { mount as work } from "./widgets/arbiter_work.js";

/** @typedef {import("./arbiter_types.js").ArbitedEvent} ArbitedEvent */
/** @typedef {import("./arbiter_types.js").Subject} Subject */

/** How often the page looks what others have done. */
const LOOK_MS = 5000;
const ANSWER_MS = 15_000;
const SAID_MS = 10_000;
const { words, lang } = options;
const main = byId("content");
const path = `/control/api/event/${encodeURIComponent(main.dataset.event ?? "")}`;

/** @type {import("./arbiter_types.js").Known} */
const known = { event: null, subject: null, trial: null, between: [], busy: false, choose, attempt, confirm, drop };
const updates = [games(byId("games"), options), unfit(byId("unfit"), options), work(byId("work"), options), made(byId("made"), byId("conflicts"), options)];

let unsay = 0;

function show() {
  for (const update of updates) update(known);
}

/** @param {string} sentence */
function say(sentence) {
  clearTimeout(unsay);
  byId("told").textContent = sentence;
  unsay = setTimeout(() => (byId("told").textContent = ""), SAID_MS);
}

/** @param {Subject | null} subject */
function choose(subject) {
  Object.assign(known, { subject, trial: null, between: [] });
  say("");
  show();
  const place = byId("work");
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}

function drop() {
  known.trial = null;
  show();
}

/** See what a correction would do. @param {import("./arbiter_types.js").Act} act @param {string} why */
async function attempt(act, why) {
  const expected = known.event?.number ?? 0;
  const tried = await ask("try", { act, why, expected_number: expected });
  if (tried) Object.assign(known, { trial: { act, why, expected, tried }, between: [] });
  show();
  if (tried) focus(".trial");
}

async function confirm() {
  if (!known.trial) return;
  const { act, why, expected } = known.trial;
  const done = await ask("correct", { act, why, expected_number: expected });
  if (done) {
    Object.assign(known, { subject: null, trial: null, between: [] });
    say(fill(words.arbiter_kept ?? "", { text: done.text[lang] }));
    await look();
  }
  show();
  focus(".faster");
}

/** Go on with the keyboard where something has come, since the button that was pressed is gone. @param {string} part */
function focus(part) {
  const work = byId("work");
  /** @type {HTMLElement} */ (work.querySelector(part) ?? work).focus({ preventScroll: true });
}

/**
 * Ask for something that changes a table; null if it was refused, and then it is said why.
 * @param {"try" | "correct"} what
 * @param {object} body
 * @returns {Promise<import("./arbiter_types.js").Tried | null>}
 */
async function ask(what, body) {
  if (known.busy) return null;
  known.busy = true;
  say("");
  show();
  try {
    const response = await fetch(`${path}/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = await response.json();
    if (response.ok) return answer;
    await refused(response.status, answer);
  } catch {
    say(words.refused_silence ?? "");
  } finally {
    known.busy = false;
  }
  return null;
}

/** @param {number} status @param {{error?: string, between?: import("./arbiter_types.js").Made[]}} answer */
async function refused(status, { error, between = [] }) {
  known.trial = null;
  if (status === 409) {
    known.between = between;
    await look();
  } else if (status === 401 || status === 403) say(words.control_arbiter ?? "");
  else say(fill(words.arbiter_refused ?? "", { reason: error ?? "" }));
}

/** Look how the event stands; what is typed stays. */
async function look() {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (response.ok) known.event = await response.json();
    else if (response.status === 401 || response.status === 403) say(words.refused_rights ?? "");
  } catch {
    say(words.refused_lost ?? "");
  }
  show();
}

show();
look();
setInterval(() => !document.hidden && !known.busy && look(), LOOK_MS);
