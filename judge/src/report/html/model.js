// The run as the page knows it: cells by their place, and figures in words.

const run = JSON.parse(document.getElementById("run").textContent);

const VERDICTS = {
  AC: "accepted",
  WA: "wrong answer",
  PE: "presentation error",
  TLE: "time limit exceeded",
  WTL: "wall time limit exceeded",
  MLE: "memory limit exceeded",
  OLE: "output limit exceeded",
  RTE: "run-time error",
  CE: "compile error",
  JE: "judge error",
  SK: "not run",
};

/** Every solution, with its problem and its cells; a cell that is null was never reached. */
const rows = run.problems.flatMap((problem) =>
  problem.solutions.map((solution) => {
    const row = { problem, solution };
    row.cells = solution.cases.map((result, column) =>
      result && { row, column, result, name: problem.cases[column].name });
    // The solution as a whole can be opened like one of its cells.
    row.whole = { row };
    row.text = [problem.name, problem.title, solution.name, solution.language, solution.verdict]
      .filter(Boolean).join(" ").toLowerCase();
    return row;
  }));

function seconds(ms) {
  if (ms < 1000) return `${Number(ms.toFixed(ms < 10 ? 1 : 0))} ms`;
  return `${Number((ms / 1000).toFixed(ms < 10000 ? 2 : 1))} s`;
}

function bytes(count) {
  for (const [unit, size] of [["MiB", 2 ** 20], ["KiB", 2 ** 10]]) {
    if (count >= size) {
      const value = count / size;
      return `${value < 10 && value % 1 ? value.toFixed(1) : Math.round(value)} ${unit}`;
    }
  }
  return `${count} B`;
}

/** A limit in the largest unit in which it is exact, as the other reports have it. */
function size(count) {
  for (const [unit, bytes] of [["MiB", 2 ** 20], ["KiB", 2 ** 10]]) {
    if (count > 0 && count % bytes === 0) return `${count / bytes} ${unit}`;
  }
  return plural(count, "byte");
}

function plural(count, what) {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

/** The share of a limit in steps from 0 to 5: a step darker is three times as much. */
function shade(value, limit) {
  if (!(value > 0) || !(limit > 0)) return 0;
  return Math.max(0, Math.min(5, Math.ceil(5 + Math.log(value / limit) / Math.log(3))));
}

/** The command line that runs a solution again, on one case or on all. */
function again(row, column) {
  const on = column === undefined ? [] : [row.problem.cases[column].again];
  return [row.solution.again, ...on, run.options].filter(Boolean).join(" ");
}
