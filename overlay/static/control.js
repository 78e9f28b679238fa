// @ts-check
// The control page: shows how things stand, and does what the operator does.

import { byId, options, run } from "./boot.js";
import { mount as acting } from "./widgets/control_act.js";
import { mount as automatics } from "./widgets/control_automatics.js";
import { mount as boards } from "./widgets/control_boards.js";
import { mount as emergency } from "./widgets/control_emergency.js";
import { mount as games } from "./widgets/control_games.js";
import { listen } from "./widgets/control_keys.js";
import { mount as looks } from "./widgets/control_looks.js";
import { mount as now } from "./widgets/control_now.js";
import { mount as offers } from "./widgets/control_offers.js";
import { mount as rehearsal } from "./widgets/control_rehearsal.js";
import { mount as scenes } from "./widgets/control_scenes.js";
import { mount as tests } from "./widgets/control_tests.js";

/** @typedef {import("./types.js").Moment} Moment */

const updates = Object.entries({ now, emergency, games, offers, automatics, boards, scenes, looks, tests, rehearsal }).map(([id, mount]) => mount(byId(id), options));
const desk = acting(byId("told"), options, show);

/** @type {import("./widgets/control_parts.js").Known | null} */
let known = null;

function show() {
  if (known) for (const update of updates) update(known);
}

run("desk", (/** @type {import("./types.js").Desk | null} */ state, moment) => {
  if (state && !known) {
    known = { desk: state, games: [], game: null, moment, act, isBusy: desk.isBusy };
    listen(/** @type {HTMLDialogElement} */ (byId("hints")), /** @type {HTMLInputElement} */ (byId("use")), known);
  } else if (known) {
    Object.assign(known, { desk: state ?? known.desk, moment });
  }
  desk.heard();
  show();
});

run("lobby", (/** @type {import("./types.js").Lobby | null} */ state) => {
  if (known) known.games = state?.games ?? [];
  show();
});

run("game", (/** @type {import("./types.js").GameState | null} */ state) => {
  if (known) known.game = state;
  show();
});

/** @param {import("./widgets/control_parts.js").Action} action */
function act(action) {
  if (known?.moment.connection === "lost") desk.refuse();
  else desk.act(action);
}

byId("show-hints").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("hints")).showModal());
