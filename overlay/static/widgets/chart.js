// @ts-check
// The points of both sides if drawn, ply by ply, with a dot wherever the ledger has an entry.

import uPlot from "uplot";
import { moveNumber, points } from "../format.js";

/** @typedef {import("../types.js").GameState} GameState */

const HEIGHT = 220;

/**
 * @param {HTMLElement} element
 * @param {import("../types.js").Options & {onSelect: (ply: number) => void}} options
 * @returns {(state: GameState, ply: number) => void} is told the ply that is looked at too
 */
export function mount(element, options) {
  const { words } = options;
  element.replaceChildren();
  const head = document.createElement("div");
  head.className = "chart-head";
  const title = document.createElement("h2");
  title.textContent = words.chart ?? "";
  const legend = document.createElement("p");
  legend.className = "chart-legend";
  head.append(title, legend);
  const place = document.createElement("div");
  place.className = "chart-place";
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", words.chart ?? "");
  element.append(head, place);
  const reading = ["white", "black"].map((side) => {
    const key = document.createElement("span");
    key.className = `key key-${side}`;
    const name = document.createElement("span");
    name.textContent = words[side] ?? "";
    const value = document.createElement("b");
    key.append(name, value);
    legend.append(key);
    return value;
  });
  const when = document.createElement("span");
  when.className = "chart-when";
  legend.prepend(when);

  /** @type {uPlot | null} */
  let plot = null;
  /** @type {GameState | null} */
  let state = null;
  let looked = 0;

  /** @param {number | null | undefined} ply shown in the legend; the one that is looked at by default */
  function read(ply) {
    if (!state) return;
    const at = ply ?? looked;
    when.textContent = at === state.history.length - 1 ? "" : at === 0 ? (words.start ?? "") : moveNumber(at, state.start_fen);
    reading.forEach((value, i) => {
      const number = state?.history[at]?.[i];
      value.textContent = number === undefined ? "" : points(number, options);
    });
  }

  function data() {
    const history = state?.history ?? [];
    return /** @type {uPlot.AlignedData} */ ([history.map((_, ply) => ply), history.map(([white]) => white), history.map(([, black]) => black)]);
  }

  function build() {
    plot?.destroy();
    const colour = (/** @type {string} */ name) => getComputedStyle(element).getPropertyValue(name).trim();
    const marked = () => [...new Set((state?.entries ?? []).flatMap(({ ply }) => (ply < (state?.history.length ?? 0) ? [ply] : [])))];
    const dots = { show: true, filter: marked, size: 9 };
    const axis = {
      stroke: colour("--muted"),
      font: "12px 'Inter Variable', sans-serif",
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { show: false },
    };
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const line = (/** @type {string} */ name) => ({
      stroke: colour(name), width: 2.5, paths: stepped, points: { ...dots, fill: colour(name), stroke: colour("--surface"), width: 1.5 },
    });
    plot = new uPlot(
      {
        width: Math.max(200, place.clientWidth),
        height: HEIGHT,
        legend: { show: false },
        padding: [10, 26, 0, 0],
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x: { time: false, range: (_, __, max) => [0, Math.max(20, max)] },
          y: { range: (_, __, max) => [0, Math.max(0.6, Math.ceil(max * 10 + 0.2) / 10)] },
        },
        axes: [
          {
            ...axis,
            size: 28,
            space: 72,
            grid: { show: false },
            incrs: [10, 20, 40, 60, 100],
            values: (_, plies) => plies.map((ply) => (ply === 0 ? "" : `${words.chart_move} ${(moveNumber(ply, state?.start_fen ?? "").match(/\d+/) ?? [""])[0]}`)),
          },
          { ...axis, size: 40, incrs: [0.1, 0.2, 0.5], values: (_, values) => values.map((value) => points(value, options, 1)) },
        ],
        series: [{}, line("--white-series"), { ...line("--black-series"), dash: [7, 4] }],
        hooks: { setCursor: [(self) => read(self.cursor.idx)], draw: [mark] },
      },
      data(),
      place,
    );
    plot.over.addEventListener("click", ({ offsetX }) => plot && options.onSelect(plot.posToIdx(offsetX)));
  }

  /** A line at the ply to which the viewer went back. @param {uPlot} self */
  function mark(self) {
    if (!state || looked === state.history.length - 1) return;
    const x = Math.round(self.valToPos(looked, "x", true));
    self.ctx.fillStyle = getComputedStyle(element).getPropertyValue("--accent").trim();
    self.ctx.fillRect(x - devicePixelRatio, self.bbox.top, 2 * devicePixelRatio, self.bbox.height);
  }

  new ResizeObserver(() => plot?.setSize({ width: Math.max(200, place.clientWidth), height: HEIGHT })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => state && build());

  return (next, ply) => {
    state = next;
    looked = ply;
    element.hidden = next.history.length === 0;
    if (element.hidden) return;
    if (plot) plot.setData(data());
    else build();
    read(null);
  };
}
