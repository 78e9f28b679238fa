// @ts-check
// A scene: a list of widgets, each with its place on the stage.

import { obey } from "./air.js";
import { byId, frames, options, run } from "./boot.js";
import { isBlank } from "./known.js";
import { addPlace } from "./stage.js";
import { mount as bar } from "./widgets/bar.js";
import { mount as clockPanel } from "./widgets/clock_panel.js";
import { mount as flagCard } from "./widgets/flag_card.js";
import { mount as ledger } from "./widgets/ledger.js";
import { mount as sceneBoard } from "./widgets/scene_board.js";
import { mount as score } from "./widgets/score.js";
import { mount as stakes } from "./widgets/stakes.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").Moment} Moment */
/** @typedef {(element: HTMLElement) => (state: any, moment: Moment) => void} Mount */
/** @typedef {[place: string, role: "game" | "event", mount: Mount]} Placed */

/** @type {Placed} */
const FLAG = ["flag", "game", (element) => flagCard(element, options)];
/** @type {Placed} */
const STAKES = ["stakes", "game", (element) => stakes(element, options)];
/** @type {Placed} */
const BOARD = ["board", "game", (element) => sceneBoard(element, options)];
/** @type {Placed} */
const SCORE = ["score", "game", (element) => score(element, options)];

/** @param {number} limit @returns {Placed} */
function ledgerOf(limit) {
  return ["ledger", "game", (element) => ledger(element, { ...options, limit, heading: options.words.ledger_scene })];
}

/** The widgets of every scene, each with the name of its place and the role of what it shows. @type {Record<string, Placed[]>} */
const SCENES = {
  bar: [["bar", "game", (element) => bar(element, options)]],
  ledger: [ledgerOf(5)],
  flag: [FLAG],
  clock: [["clock", "game", (element) => clockPanel(element, options)]],
  board: [["board", "game", (element) => sceneBoard(element, { ...options, verdict: true })]],
  stakes: [STAKES],
  full: [BOARD, SCORE, ledgerOf(5), FLAG, STAKES],
  vertical: [SCORE, BOARD, FLAG, ledgerOf(4)],
};

/** @type {Record<string, {element: HTMLElement, update: ReturnType<Mount>}[]>} */
const widgets = { game: [], event: [] };
for (const [place, role, mount] of SCENES[document.body.dataset.scene ?? ""] ?? []) {
  const element = addPlace(place);
  widgets[role]?.push({ element, update: mount(element) });
}

/** @param {"game" | "event"} role @param {any} state @param {Moment} moment */
function show(role, state, moment) {
  for (const { element, update } of widgets[role] ?? []) {
    element.classList.toggle("is-still", moment.snapshot);
    element.classList.toggle("is-on", state !== null);
    if (state !== null) update(state, moment);
  }
}

/** @type {GameState | null} */
let shown = null;

if (frames.game) {
  run("game", (/** @type {GameState | null} */ state, moment) => {
    if (state && isBlank(state)) {
      // It was never heard of, and there is nothing to show; or it is read anew, and what was shown stays meanwhile.
      state = shown?.id === state.id ? shown : null;
      moment = { ...moment, connection: "lost" };
    }
    shown = state;
    show("game", state, moment);
  });
}
if (frames.air) obey(byId("stage"), document.body.dataset.scene ?? "");
if (frames.event) run("event", (state, moment) => show("event", state, moment));
