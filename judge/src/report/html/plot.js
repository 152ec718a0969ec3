// Time and memory of all cases of a problem against the limits, on a logarithmic scale.

const WIDTH = 560, MARGIN = 4;

/** A plot: a line for each solution, in it a tick for each case and one for the limit. */
function plot(what, itsRows, value, limit, format, ofLimit, steps) {
  const all = itsRows.flatMap((row) => row.cells).filter(Boolean).map(value).filter((v) => v > 0);
  if (!all.length) return null;
  const limits = extent(itsRows.map((row) => limit(row.solution)));
  const low = Math.min(extent(all)[0], limits[0]);
  const least = steps.findLast((step) => step <= low) ?? steps[0];
  const most = Math.max(extent(all)[1], limits[1]) * 1.15;
  const x = (v) => MARGIN + (WIDTH - 2 * MARGIN)
    * Math.log(Math.max(v, least) / least) / Math.log(most / least);
  const scale = steps.filter((step) => step >= least && step <= most);
  // Words stand beside the drawings, which are stretched to the width there is.
  const labels = scale.map((step) => {
    const label = h("span", { class: x(step) > 0.93 * WIDTH ? "last" : null }, format(step));
    label.style.left = `${100 * x(step) / WIDTH}%`;
    return label;
  });
  const height = itsRows.length > 20 ? 12 : 18;
  const lines = itsRows.map((row) => plotLine(row, value, limit(row.solution), format, ofLimit, x, scale, height));
  return h("figure", {},
    h("figcaption", {}, what, " ", h("span", { class: "dim" }, "a tick for each case, the limit in red; logarithmic")),
    h("div", { class: "scale", "aria-hidden": "true" }, h("div", {}, labels)),
    h("ol", { class: height < 18 ? "plot dense" : "plot", "aria-label": `${what}: the most of any case` }, lines));
}

function plotLine(row, value, limit, format, ofLimit, x, scale, height) {
  const cells = row.cells.filter((cell) => cell && value(cell) > 0);
  const values = extent(cells.map(value));
  const upright = (name, at) => svg("line", { class: name, x1: x(at), x2: x(at), y1: 0, y2: height });
  const most = cells.length ? format(values[1]) : "–";
  const line = h("li", { title: `${row.solution.name}: at most ${most}, limit ${ofLimit(limit)}` },
    named(row.solution), h("span", { class: "most" }, most),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, height, preserveAspectRatio: "none", "aria-hidden": "true" },
      scale.map((step) => upright("grid", step)),
      cells.length > 0 && svg("path", { class: "range", d: `M${x(values[0])} ${height / 2}H${x(values[1])}` }),
      ticks(cells, value, x, height), upright("limit", limit)));
  (row.lines ??= []).push(line);
  return line;
}

/** One path for each verdict: thousands of ticks are a handful of elements. */
function ticks(cells, value, x, height) {
  const paths = {};
  for (const cell of cells) {
    const path = `M${x(value(cell)).toFixed(1)} 3v${height - 6}`;
    (paths[cell.result.v] ??= new Set()).add(path);
  }
  return Object.entries(paths).map(([verdict, set]) =>
    svg("path", { class: `ticks ${verdict}`, d: [...set].join("") }));
}

/** The least and the greatest; a spread into Math.max has a limit of its own. */
function extent(values) {
  return values.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [Infinity, -Infinity]);
}

const TIMES = [0.1, 1, 10, 100, 1000, 10000, 100000];
const SIZES = [2 ** 18, 2 ** 20, 2 ** 22, 2 ** 24, 2 ** 26, 2 ** 28, 2 ** 30, 2 ** 32, 2 ** 34];

function plots(itsRows) {
  const time = plot("CPU time", itsRows, (cell) => cell.result.ms, (s) => s.limits.cpu, seconds, seconds, TIMES);
  const memory = plot("Memory", itsRows, (cell) => cell.result.memory, (s) => s.limits.memory, bytes, size, SIZES);
  if (!time && !memory) return null;
  return h("details", { class: "plots", open: true },
    h("summary", {}, "Time and memory"), h("div", { class: "pair" }, time, memory));
}
