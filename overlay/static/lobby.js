// @ts-check
// The lobby: all games, and the addresses for OBS.

import { byId, options, run } from "./boot.js";
import { mount as addresses } from "./widgets/addresses.js";
import { mount as games } from "./widgets/lobby_games.js";

addresses(byId("addresses"), options);
const update = games(byId("games"), options);

run("lobby", (/** @type {import("./types.js").Lobby | null} */ lobby, moment) => update(lobby ?? { games: [] }, moment));
