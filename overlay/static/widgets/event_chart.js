// @ts-check
// The history of a match: the points of both players after every game, and the target.

import uPlot from "uplot";
import { html, render } from "lit-html";
import { fill, playerName, points } from "../format.js";
import { sumOf } from "../sums.js";

/** @typedef {import("../types.js").Match} Match */

const HEIGHT = 240;
const COLOURS = ["--white-series", "--black-series"];

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options} options
 * @returns {import("../types.js").EventUpdate}
 */
export function mount(element, options) {
  const { words } = options;
  const head = document.createElement("div");
  const place = document.createElement("div");
  place.className = "chart-place";
  place.setAttribute("role", "img");
  element.append(head, place);
  /** @type {uPlot | null} */
  let plot = null;
  /** @type {Match | null} */
  let match = null;

  /** The legend says how it stood after a game; after the last one without the mouse. @param {number | null | undefined} after */
  function read(after) {
    if (!match) return;
    const { history, players } = match;
    const at = Math.min(after ?? history.length - 1, history.length - 1);
    render(
      html`<h2>${words.race_chart}</h2>
        <p class="race-keys">
          ${players.map((player, i) => html`<span class="key key-${i}"><bdi>${playerName(player, options)}</bdi><b>${sumOf(history[at]?.[i] ?? 0, options)}</b></span>`)}
          <span class="muted">${fill(words.race_after ?? "", { n: at })}</span>
        </p>`,
      head,
    );
  }

  function data() {
    const { history, length, target } = /** @type {Match} */ (match);
    const games = Array.from({ length: length + 1 }, (_, game) => game);
    const of = (/** @type {number} */ player) => games.map((game) => (history[game] ? Number(history[game]?.[player]) : null));
    return /** @type {uPlot.AlignedData} */ ([games, of(0), of(1), games.map(() => Number(target))]);
  }

  function build() {
    plot?.destroy();
    const { target, length } = /** @type {Match} */ (match);
    const colour = (/** @type {string} */ name) => getComputedStyle(element).getPropertyValue(name).trim();
    const axis = {
      stroke: colour("--muted"),
      font: "12px 'Inter Variable', sans-serif",
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { show: false },
    };
    const line = (/** @type {string} */ name, size = 7) => ({
      stroke: colour(name), width: 2.5, points: { show: true, size, fill: colour(name), stroke: colour("--surface"), width: 1.5 },
    });
    plot = new uPlot(
      {
        width: Math.max(200, place.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        padding: [10, 14, 0, 0],
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { x: { time: false, range: [0, length] }, y: { range: [0, Number(target) + 0.6] } },
        axes: [
          { ...axis, size: 28, grid: { show: false }, incrs: [1, 2, 5, 10, 20], space: 30 },
          { ...axis, size: 40, incrs: [1, 2, 5, 10, 20], values: (_, values) => values.map((value) => points(value, options, 0).replace(/[.,]0+$/, "")) },
        ],
        series: [
          {},
          line(COLOURS[0] ?? ""),
          { ...line(COLOURS[1] ?? ""), dash: [7, 4] },
          { stroke: colour("--ink"), width: 1.5, dash: [2, 4], points: { show: false } },
        ],
        hooks: { setCursor: [(self) => read(self.cursor.idx)] },
      },
      data(),
      place,
    );
  }

  new ResizeObserver(() => plot?.setSize({ width: Math.max(200, place.clientWidth), height: HEIGHT })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => match && build());

  return ({ kind, match: next }) => {
    const same = match && next && match.length === next.length && match.target === next.target;
    match = next;
    element.hidden = !match || kind !== "match" || match.history.length < 2;
    if (!match || element.hidden) return;
    read(null);
    const after = fill(words.race_after ?? "", { n: match.history.length - 1 });
    const each = match.players.map((player, i) => `${playerName(player, options)} ${sumOf(match?.points[i] ?? 0, options)}`);
    place.setAttribute("aria-label", `${words.race_chart}, ${after}: ${each.join(", ")}`);
    if (plot && same) plot.setData(data());
    else build();
  };
}
