// @ts-check
// What the arbiter's page knows; the wire is overlay/arbiter/view.py.

/** @typedef {import("./types.js").Points} Points */
/** @typedef {import("./types.js").Text} Text */
/** @typedef {{outcome: import("./types.js").OutcomeName | null, ending: string, points: Points | null}} Counted */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} white
 * @property {string} black
 * @property {number | null} round
 * @property {number | null} board
 * @property {Counted} fact as the server and the rules have it
 * @property {Counted} counts after all corrections
 * @property {boolean} corrected
 * @property {boolean} excluded
 * @property {boolean} complete whether its record is
 */
/** @typedef {{id: string, white: string, black: string, reason: string, text: string}} Unfit */
/**
 * @typedef {object} Made
 * @property {number} number
 * @property {string} who
 * @property {number} at_ms
 * @property {string} why
 * @property {Text} text
 * @property {string | null} game
 * @property {boolean} undone
 * @property {Counted | null} before
 * @property {Counted | null} after
 */
/** @typedef {{number: number, text: Text, was: Counted | null, now: Counted | null, reason: string}} Clash */
/**
 * @typedef {object} ArbitedEvent
 * @property {string} id
 * @property {string} name
 * @property {number} number of the last correction
 * @property {Game[]} games
 * @property {Unfit[]} unfit
 * @property {Made[]} corrections
 * @property {Clash[]} conflicts
 */
/** @typedef {{place: number, points: string}} Line */
/** @typedef {{player: string, before: Line | null, after: Line | null, gain: string}} Shift */
/** @typedef {{text: Text, shifts: Shift[]}} Tried */
/** An act as docs/arbiter.md has it. @typedef {{act: string} & Record<string, unknown>} Act */
/** What is to be corrected. @typedef {{kind: "game", id: string} | {kind: "unfit", id: string} | {kind: "names"} | {kind: "undo", number: number}} Subject */
/**
 * @typedef {object} Known
 * @property {ArbitedEvent | null} event
 * @property {Subject | null} subject
 * @property {{act: Act, why: string, expected: number, tried: Tried} | null} trial
 * @property {Made[]} between what others have made meanwhile
 * @property {boolean} busy
 * @property {(subject: Subject | null) => void} choose
 * @property {(act: Act, why: string) => void} attempt
 * @property {() => void} confirm
 * @property {() => void} drop
 */
/** @typedef {(known: Known) => void} Update */

export {};
