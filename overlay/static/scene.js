// @ts-check
// A scene: a fixed stage of 1920 × 1080, scaled by one factor, with a list of widgets on it.

import { options, run } from "./boot.js";
import { isBlank } from "./known.js";
import { mount as bar } from "./widgets/bar.js";
import { mount as flagCard } from "./widgets/flag_card.js";
import { mount as ledger } from "./widgets/ledger.js";

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {(element: HTMLElement) => import("./types.js").Update} Mount */

/** @type {Record<string, [place: string, mount: Mount][]>} */
const SCENES = {
  bar: [["at-bottom", (element) => bar(element, options)]],
  ledger: [["at-right", (element) => ledger(element, { ...options, limit: 5, heading: options.words.ledger_scene })]],
  flag: [["at-left", (element) => flagCard(element, options)]],
};

const WIDTH = 1920;
const HEIGHT = 1080;

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const { scene = "", scale = "1", bg = "" } = document.body.dataset;
if (bg) document.body.style.background = bg;

function fit() {
  stage.style.transform = `scale(${Math.min(innerWidth / WIDTH, innerHeight / HEIGHT)})`;
}

addEventListener("resize", fit);
fit();

const widgets = (SCENES[scene] ?? []).map(([place, mount]) => {
  const element = document.createElement("div");
  element.className = `place ${place}`;
  element.style.setProperty("--scale", scale);
  stage.append(element);
  return mount(element);
});

/** @type {GameState | null} */
let shown = null;

run((/** @type {GameState | null} */ state, moment) => {
  if (state && isBlank(state)) {
    // It was never heard of, and there is nothing to show; or it is read anew, and what was shown stays meanwhile.
    state = shown?.id === state.id ? shown : null;
    moment = { ...moment, connection: "lost" };
  }
  shown = state;
  stage.classList.toggle("is-on", state !== null);
  if (state) for (const update of widgets) update(state, moment);
});
