// @ts-check
// A scene: a fixed stage, scaled by one factor, with a list of widgets on it.

import { frames, options, run } from "./boot.js";
import { isBlank } from "./known.js";
import { mount as bar } from "./widgets/bar.js";
import { mount as flagCard } from "./widgets/flag_card.js";
import { mount as ledger } from "./widgets/ledger.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").Moment} Moment */
/** @typedef {(element: HTMLElement) => (state: any, moment: Moment) => void} Mount */
/** @typedef {[place: string, role: "game" | "event", mount: Mount]} Placed */

/** @type {Placed} */
const BAR = ["at-bottom", "game", (element) => bar(element, options)];
/** @type {Placed} */
const LEDGER = ["at-right", "game", (element) => ledger(element, { ...options, limit: 5, heading: options.words.ledger_scene })];
/** @type {Placed} */
const FLAG = ["at-left", "game", (element) => flagCard(element, options)];

/** The widgets of every scene, each with its place on the stage and the role of what it shows. @type {Record<string, Placed[]>} */
const SCENES = {
  bar: [BAR],
  ledger: [LEDGER],
  flag: [FLAG],
};

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const { scene = "", scale = "1", bg = "", tall } = document.body.dataset;
const [width, height] = tall === undefined ? [1920, 1080] : [1080, 1920];
if (bg) document.body.style.background = bg;

function fit() {
  stage.style.transform = `scale(${Math.min(innerWidth / width, innerHeight / height)})`;
}

addEventListener("resize", fit);
fit();

/** @type {Record<string, {element: HTMLElement, update: ReturnType<Mount>}[]>} */
const widgets = { game: [], event: [] };
for (const [place, role, mount] of SCENES[scene] ?? []) {
  const element = document.createElement("div");
  element.className = `place ${place}`;
  element.style.setProperty("--scale", scale);
  stage.append(element);
  widgets[role]?.push({ element, update: mount(element) });
}

/** @param {"game" | "event"} role @param {any} state @param {Moment} moment */
function show(role, state, moment) {
  for (const { element, update } of widgets[role] ?? []) {
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
if (frames.event) run("event", (state, moment) => show("event", state, moment));
