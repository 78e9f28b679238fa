// @ts-check
// The lobby: all games, the search, and the addresses for OBS.

import { byId, options, run } from "./boot.js";
import { find } from "./search.js";
import { mount as addresses } from "./widgets/addresses.js";
import { mount as mountGames } from "./widgets/lobby_games.js";
import { mount as mountSearch } from "./widgets/lobby_search.js";

/** However often the lobby changes, it is drawn no more often than this. */
const PACE_MS = 300;

/** @type {import("./types.js").Lobby} */
let lobby = { games: [] };
/** @type {import("./types.js").Moment} */
let moment;
let drawn = -Infinity;
let timer = 0;

addresses(byId("addresses"), options);
const search = mountSearch(byId("search"), { ...options, onChange: draw });
const games = mountGames(byId("games"), { ...options, onClear: search.clear });

run("lobby", (/** @type {import("./types.js").Lobby | null} */ next, at) => {
  lobby = next ?? { games: [] };
  moment = at;
  const wait = drawn + PACE_MS - performance.now();
  if (wait <= 0) draw();
  else timer ||= setTimeout(draw, wait);
});

// The address behind the # is the search; skipping to the content must not replace it.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  byId("content").focus();
});

function draw() {
  clearTimeout(timer);
  timer = 0;
  drawn = performance.now();
  const all = lobby.games;
  const found = find(all, search.wanted());
  search.update(all.map(({ speed }) => speed), found.length, all.length);
  games(found, all.length, moment);
  for (const link of document.querySelectorAll(".langs a")) /** @type {HTMLAnchorElement} */ (link).hash = location.hash;
}
