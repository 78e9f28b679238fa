// @ts-check
// Sends what the operator does, one thing at a time, and says in one sentence what was refused.

/** @typedef {import("./control_parts.js").Action} Action */

const ANSWER_MS = 8000;
/** How long a button stays busy at most after its answer, until the page hears how things stand then. */
const NEWS_MS = 1000;
/** Buttons that turn into their opposite rest for so long, so that a hasty second tap does not take the first one back. */
const REST_MS = 700;
const TURNING = ["clear", "freeze"];
const SAID_MS = 7000;

/**
 * @param {HTMLElement} told where refusals are said
 * @param {import("../types.js").Options} options
 * @param {() => void} changed is called when something begins or ends to be under way
 */
export function mount(told, options, changed) {
  const { words } = options;
  /** @type {Set<string>} */
  const busy = new Set();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  let unsay = 0;

  /** @param {string | undefined} sentence */
  function say(sentence) {
    clearTimeout(unsay);
    told.textContent = sentence ?? "";
    unsay = setTimeout(() => (told.textContent = ""), SAID_MS);
  }

  /** @param {Action} action */
  async function act(action) {
    const lock = lockOf(action);
    if (busy.has(lock)) return;
    busy.add(lock);
    changed();
    const news = new Promise((heard) => waiting.add(() => heard(null)));
    const refusal = await send(action, options);
    if (refusal) say(refusal);
    else await Promise.race([news, passed(NEWS_MS)]);
    if (TURNING.includes(action.do)) await passed(REST_MS);
    busy.delete(lock);
    changed();
  }

  return {
    act,
    /** @param {Action} action */
    isBusy: (action) => busy.has(lockOf(action)),
    /** Say that nothing can be done without a connection. */
    refuse: () => say(words.refused_lost),
    /** The page has heard how things stand. */
    heard() {
      for (const hear of waiting) hear();
      waiting.clear();
    },
  };
}

/** What cannot be done twice at a time. @param {Action} action */
function lockOf(action) {
  return TURNING.includes(action.do) ? action.do : JSON.stringify(action);
}

/**
 * Why the action was refused, in one sentence; "" if it was carried out.
 * @param {Action} action
 * @param {import("../types.js").Options} options
 */
async function send(action, { lang, words }) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/control/act?lang=${lang}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(action),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch {
    return words.refused_silence;
  }
  if (response.ok) return "";
  if (response.status === 401 || response.status === 403) return words.refused_rights;
  if (response.status !== 400 && response.status !== 409) return words.refused_failed;
  const answer = await response.json().catch(() => null);
  return String(answer?.error ?? words.refused_unknown);
}

/** @param {number} ms */
function passed(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
