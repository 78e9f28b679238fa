// @ts-check
// What a state says of a flag fall: whether it still matters, whose flag it was, how it is known, and who disagrees.

import { isScored } from "../known.js";

/** @typedef {import("../types.js").Flag} Flag */
/** @typedef {import("../types.js").GameState} GameState */
/** @typedef {import("../types.js").Side} Side */

/** The reasons, by how they are known. */
const KINDS = {
  material: ["can_mate", "bare_king", "one_bishop", "one_knight", "bishops_of_one_colour", "knight_cannot_mate", "no_mate_with_bishops"],
  line: ["mate_line"],
  board: ["mate_on_the_board", "game_over"],
  proof: ["forced", "every_line_ends", "walled_in", "nothing_mates"],
  open: ["undecided"],
};

/** @param {string} reason */
export function kindOf(reason) {
  return Object.entries(KINDS).find(([, reasons]) => reasons.includes(reason))?.[0] ?? null;
}

/**
 * What there is to say: of each side's flag, of the one that fell, that neither matters any more, or nothing.
 * @param {GameState} state
 * @returns {"sides" | "fell" | "dead" | "nothing"}
 */
export function shownAs({ result, status, flag }) {
  if (result) return result.ending === "flag_fall" ? "fell" : result.ending === "dead_position" ? "dead" : "nothing";
  if (!isScored(status.lifecycle)) return "nothing";
  return flag.dead === "material" || (flag.dead && flag.policy === "fide") ? "dead" : "sides";
}

/**
 * Whose flag fell; where that is not known, it was that of the side to move, since only its clock ran.
 * @param {GameState} state
 * @returns {Side}
 */
export function fallen({ result, fen }) {
  return result?.flagged ?? (fen.split(" ")[1] === "b" ? "black" : "white");
}

/**
 * The policies that would decide otherwise, those of one mind together; that of FIDE only if it would not have ended the
 * game before.
 * @param {Flag} flag
 * @param {Side} side
 * @param {import("../types.js").Lang} lang
 */
export function disagreements({ dead, ...flag }, side, lang) {
  /** @type {Map<string, {policies: import("../types.js").FlagPolicy[], outcome: string, why: string}>} */
  const minds = new Map();
  for (const { policy, outcome, text } of flag[side].others) {
    if (dead && policy === "fide") continue;
    const why = text[lang];
    const mind = minds.get(`${outcome} ${why}`) ?? { policies: [], outcome, why };
    mind.policies.push(policy);
    minds.set(`${outcome} ${why}`, mind);
  }
  return [...minds.values()];
}
