// @ts-check
// The page of one game.

import { html, render } from "lit-html";
import { byId, frames, options, run } from "./boot.js";
import { playerName } from "./format.js";
import { onKeys } from "./keyboard.js";
import { isBlank, isScored } from "./known.js";
import { review } from "./review.js";
import { mount as mountBoard } from "./widgets/board.js";
import { mount as mountChart } from "./widgets/chart.js";
import { mount as details } from "./widgets/details.js";
import { mount as flagCard } from "./widgets/flag_card.js";
import { mount as mountLedger } from "./widgets/ledger.js";
import { mount as mountMoves } from "./widgets/moves.js";
import { mount as opening } from "./widgets/opening.js";
import { mount as player } from "./widgets/player.js";
import { mount as result } from "./widgets/result.js";
import { mount as running } from "./widgets/running.js";
import { mount as scores } from "./widgets/scores.js";
import { mount as share } from "./widgets/share.js";
import { gameBadges } from "./widgets/status.js";
import { mount as mountSteps, position } from "./widgets/steps.js";

/** @typedef {import("./types.js").GameState} GameState */

const { words, lang } = options;
const game = byId("game");
const waiting = byId("waiting");
/** @type {import("./types.js").Update | null} */
let update = null;

/** Mounted when there is a game, since a board and a chart need a place that has a size. */
function mountAll() {
  /** @type {GameState} */
  let state;
  const board = mountBoard(byId("board"), options);
  const marks = marker(board);
  const status = byId("status");
  const ledger = mountLedger(byId("ledger"), {
    ...options,
    heading: words.ledger ?? "",
    onSelect: (entry) => marks("ledger", entry?.squares ?? []),
    onPick(entry) {
      if (!entry) return steps.live();
      steps.go(entry.ply, true);
      seeBoard();
    },
  });
  const steps = review(({ ply, back, position: shown }) => {
    board.update(shown);
    byId("board").setAttribute("aria-label", `${words.board}: ${position(state, ply, options)}`);
    moves(state, ply);
    chart(state, ply);
    buttons(state, { ply, back, position: shown });
  });
  /** Whoever goes anywhere else lets go of the entry whose position was shown. */
  const elsewhere = {
    go(/** @type {number} */ ply) {
      ledger.drop();
      steps.go(ply);
      seeBoard();
    },
    step(/** @type {number} */ by) {
      ledger.drop();
      steps.step(by);
    },
    live() {
      ledger.drop();
      steps.live();
    },
  };
  const moves = mountMoves(byId("moves"), { ...options, onSelect: elsewhere.go });
  const chart = mountChart(byId("chart"), { ...options, onSelect: elsewhere.go });
  const buttons = mountSteps(byId("steps"), { ...options, steps: elsewhere });
  onKeys({
    ArrowLeft: () => elsewhere.step(-1),
    ArrowRight: () => elsewhere.step(1),
    Home: () => elsewhere.go(0),
    End: elsewhere.live,
    ArrowUp: () => ledger.step(-1),
    ArrowDown: () => ledger.step(1),
  });
  /** @type {import("./types.js").Update[]} */
  const updates = [
    player(byId("player-black"), { ...options, side: "black" }),
    player(byId("player-white"), { ...options, side: "white" }),
    opening(byId("opening")),
    (next, moment) => render(gameBadges(next, moment, options), status),
    result(byId("result"), options),
    scores(byId("scores"), options),
    ledger,
    flagCard(byId("flag"), { ...options, onSelect: (squares) => marks("flag", squares) }),
    running(byId("running"), options),
    details(byId("details"), options),
    share(byId("share"), options),
  ];
  return (/** @type {GameState} */ next, /** @type {import("./types.js").Moment} */ moment) => {
    state = next;
    steps.update(next);
    for (const each of updates) each(next, moment);
  };
}

/** Whoever chooses a position wants to see it; on a big screen the board is always in view. */
function seeBoard() {
  byId("board").scrollIntoView({ block: "nearest" });
}

/**
 * What lets several widgets mark squares: of those that want some marked, the one that spoke last is heard.
 * @param {ReturnType<typeof mountBoard>} board
 */
function marker(board) {
  /** @type {Map<string, string[]>} */
  const wanted = new Map();
  return (/** @type {string} */ widget, /** @type {string[]} */ squares) => {
    wanted.delete(widget);
    if (squares.length) wanted.set(widget, squares);
    board.mark([...wanted.values()].at(-1) ?? []);
  };
}

/** @param {import("./types.js").Lifecycle} lifecycle */
function titleOf(lifecycle) {
  return lifecycle === "missing" ? "not_found_title" : "void_title";
}

/** @param {GameState | null} state */
function missing(state) {
  const note = state?.status.note?.[lang];
  const title = note ? titleOf(state.status.lifecycle) : frames.game?.topic === "featured" ? "waiting_featured" : "waiting_title";
  render(html`${note ?? words.waiting_text}`, byId("waiting-text"));
  render(html`${words[title]}`, byId("waiting-title"));
}

byId("waiting-text").textContent = "";
byId("waiting-title").textContent = "";

run("game", (/** @type {GameState | null} */ state, moment) => {
  const here = state !== null && isScored(state.status.lifecycle) && !isBlank(state);
  game.hidden = !here;
  waiting.hidden = here;
  if (!here) {
    missing(state);
    return;
  }
  update ??= mountAll();
  update(state, moment);
  const players = `${playerName(state.white, options)} – ${playerName(state.black, options)}`;
  byId("heading").textContent = players;
  document.title = `${players} · Unruh`;
});
