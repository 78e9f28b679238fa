// @ts-check
// The page of one event.

import { byId, options, run } from "./boot.js";
import { fill, playerName, RESULT } from "./format.js";
import { mount as about } from "./widgets/event_about.js";
import { mount as boards } from "./widgets/event_boards.js";
import { mount as chart } from "./widgets/event_chart.js";
import { mount as cross } from "./widgets/event_cross.js";
import { mount as race } from "./widgets/event_race.js";
import { mount as rounds } from "./widgets/event_rounds.js";
import { mount as table } from "./widgets/event_table.js";
import { mount as teams } from "./widgets/event_teams.js";
import { mount as top } from "./widgets/event_top.js";

/** @typedef {import("./types.js").Event_} Event_ */
/** @typedef {import("./types.js").Moment} Moment */

/** However often the event changes, it is drawn no more often than this. */
const PACE_MS = 300;
const PARTS = { top, race, "race-chart": chart, teams, table, cross, boards, rounds, about };

/** @type {import("./types.js").EventUpdate[] | null} */
let updates = null;
/** @type {Event_ | null} */
let state = null;
/** @type {Event_ | null} */
let shown = null;
/** @type {Moment} */
let moment;
let drawn = -Infinity;
let timer = 0;

run("event", (/** @type {Event_ | null} */ next, at) => {
  state = next;
  moment = at;
  const wait = drawn + PACE_MS - performance.now();
  if (wait <= 0) draw();
  else timer ||= setTimeout(draw, wait);
});

function draw() {
  clearTimeout(timer);
  timer = 0;
  drawn = performance.now();
  byId("event").hidden = state === null;
  byId("waiting").hidden = state !== null;
  if (!state) return;
  // Mounted when there is an event, since boards and charts need a place that has a size.
  updates ??= Object.entries(PARTS).map(([place, mount]) => mount(byId(place), options));
  for (const update of updates) update(state, moment);
  document.title = `${state.name[options.lang]} · Unruh`;
  if (shown && !moment.snapshot) tell(shown, state);
  shown = state;
}

/** Say the results that are new. @param {Event_} before @param {Event_} now */
function tell(before, now) {
  const over = new Set(before.games.filter(({ result }) => result).map(({ id }) => id));
  const ran = new Set(before.games.map(({ id }) => id));
  const news = now.games.filter(({ id, result }) => result && ran.has(id) && !over.has(id));
  if (!news.length) return;
  byId("news").textContent = news
    .map(({ white, black, result }) =>
      fill(options.words.news_result ?? "", { white: playerName(white, options), black: playerName(black, options), result: RESULT[result?.outcome ?? "void"] }),
    )
    .join("; ");
}
