// @ts-check
// A scene: a list of widgets, each with its place on the stage.

import { obey } from "./air.js";
import { byId, frames, options, run } from "./boot.js";
import { isBlank } from "./known.js";
import { addPlace } from "./stage.js";
import { mount as bar } from "./widgets/bar.js";
import { mount as clockPanel } from "./widgets/clock_panel.js";
import { mount as crosstable } from "./widgets/crosstable.js";
import { mount as flagCard } from "./widgets/flag_card.js";
import { mount as ledger } from "./widgets/ledger.js";
import { mount as match } from "./widgets/match.js";
import { mount as sceneBoard } from "./widgets/scene_board.js";
import { mount as score } from "./widgets/score.js";
import { mount as stakes } from "./widgets/stakes.js";
import { mount as standings } from "./widgets/standings.js";
import { mount as ticker } from "./widgets/ticker.js";

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

/** @param {boolean} wins @returns {Placed} */
function scoreWith(wins) {
  return ["score", "game", (element) => score(element, { ...options, wins })];
}

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
  match: [["match", "event", (element) => match(element, options)]],
  standings: [["standings", "event", (element) => standings(element, options)]],
  crosstable: [["crosstable", "event", (element) => crosstable(element, options)]],
  ticker: [["ticker", "event", (element) => ticker(element, options)]],
  full: [BOARD, scoreWith(false), ledgerOf(5), FLAG, STAKES],
  vertical: [scoreWith(true), BOARD, FLAG, ledgerOf(3)],
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
