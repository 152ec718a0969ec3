// What is known of one case of one solution, or of the solution as a whole.

const panel = h("aside", { class: "panel", "aria-label": "details", tabindex: "-1", hidden: true });
let shown = null;

function open(cell) {
  shown = cell;
  const { row } = cell;
  replace(panel,
    h("header", {},
      h("div", { class: "where", "aria-live": "polite" },
        h("h2", {}, badge(cell.result ? cell.result.v : row.solution.verdict), " ",
          cell.result ? cell.name : row.solution.name),
        h("p", {}, [row.problem.name, cell.result && row.solution.name, row.solution.language]
          .filter(Boolean).join(" · "))),
      h("button", { class: "close", "aria-label": "close (Escape)", onclick: close }, "✕")),
    cell.result ? ofCase(cell) : ofSolution(row));
  panel.hidden = false;
  panel.scrollTop = 0;
  document.body.classList.add("open");
  document.querySelector(".selected")?.classList.remove("selected");
  cell.element.classList.add("selected");
  hideTip();
  remember(cell);
}

function close() {
  if (!shown) return;
  panel.hidden = true;
  document.body.classList.remove("open");
  shown.element.classList.remove("selected");
  shown.element.focus();
  shown = null;
  forget();
}

function ofSolution(row) {
  const { solution } = row;
  return [
    expectation(row),
    row.cells.length > 0 && extremes(row),
    solution.groups.length > 0 && part("Groups", groupTable(solution.groups)),
    solution.message && part("Why", h("pre", {}, solution.message)),
    command(row),
  ];
}

function ofCase(cell) {
  const { row, result } = cell;
  const input = row.problem.cases[cell.column].input;
  // The groups that the case is in have its folders for names.
  const groups = row.solution.groups.filter((group) => `${cell.name}/`.startsWith(`${group.name}/`));
  return [
    result.message && h("p", { class: "message" }, result.message),
    expectation(row),
    figures(cell),
    result.diff && part("First difference", difference(result.diff)),
    result.talk && part("What was said", talk(result.talk)),
    result.cut && h("p", { class: "dim" },
      "What was said, the difference and standard error are left out here for the size of the page; "
      + "the command below shows them."),
    result.stderr && part("Standard error", h("pre", { class: "stderr" }, result.stderr)),
    input && part("Input", inputOf(input, row.problem.board)),
    groups.length > 0 && part("Groups of the case", groupTable(groups)),
    command(row, cell.column),
  ];
}

function part(title, ...content) {
  return h("section", {}, h("h3", {}, title), content);
}

function expectation({ solution }) {
  if (solution.surprise) return h("p", {}, h("b", { class: "bad" }, "Not as expected"), `: ${solution.surprise}.`);
  if (!solution.expected) return h("p", { class: "dim" }, "Nothing is expected of this solution.");
  const held = solution.as_expected ? "met" : "not decided";
  return h("p", {}, "Expected of the solution: ", h("b", {}, solution.expected), `, ${held}.`);
}

/** The most that the solution took on any case, and what it scored. */
function extremes({ solution, cells }) {
  const most = (value) => cells.filter((cell) => cell && value(cell) !== undefined)
    .reduce((best, cell) => !best || value(cell) > value(best) ? cell : best, null);
  const slowest = most((cell) => cell.result.ms);
  const largest = most((cell) => cell.result.memory);
  const on = (cell) => h("span", { class: "dim" }, ` on ${cell.name}`);
  return h("dl", { class: "figures" },
    slowest && figure("Most CPU time", seconds(slowest.result.ms), slowest.result.ms,
      solution.limits.cpu, seconds, on(slowest)),
    largest && figure("Most memory", bytes(largest.result.memory), largest.result.memory,
      solution.limits.memory, size, on(largest)),
    solution.score && term("Score", solution.score));
}

function figures({ row, result }) {
  if (result.ms === undefined) return null;
  const { limits } = row.solution;
  const first = result.first === undefined ? null
    : h("span", { class: "dim" }, ` alone; ${seconds(result.first)} beside others`);
  return h("dl", { class: "figures" },
    figure("CPU time", seconds(result.ms), result.ms, limits.cpu, seconds, first),
    figure("Clock", seconds(result.wall), result.wall, limits.wall, seconds),
    figure("Memory", bytes(result.memory), result.memory, limits.memory, size),
    term("Ended", result.exit),
    result.score && term("Score", result.score),
    result.points && term("Points of the checker", result.points));
}

function term(name, text) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, text));
}

function figure(name, text, value, limit, format, more) {
  const share = Math.min(100, 100 * value / limit);
  const bar = h("span", { class: value > limit ? "bar over" : "bar" }, h("i", {}));
  bar.firstChild.style.width = `${share}%`;
  return h("div", {}, h("dt", {}, name),
    h("dd", {}, text, more, h("span", { class: "dim" }, ` of ${format(limit)}`), bar));
}

function difference({ place, lines, rest }) {
  const shownLines = lines.map(([sign, number, pieces]) => {
    const kind = sign === "-" ? "expected" : sign === "+" ? "found" : "both";
    const label = sign === "-" ? "expected" : sign === "+" ? "found" : "";
    return h("tr", { class: kind },
      h("td", { class: "number" }, number), h("td", { class: "sign", "aria-label": label }, sign),
      // Every other piece is what differs.
      h("td", { class: "text" }, pieces.map((piece, index) => index % 2 ? h("mark", {}, piece) : piece)));
  });
  return [
    h("p", { class: "dim" }, place),
    h("div", { class: "scroll" }, h("table", { class: "diff" }, h("tbody", {}, shownLines))),
    rest && h("p", { class: "rest dim" }, `… ${rest}`),
  ];
}

/** What the interactor and the solution said, each line with who said it. */
function talk({ head, between, tail }) {
  const line = ([by, text]) => by === "---"
    ? h("tr", { class: "pass" }, h("td", { class: "sign" }), h("td", {}, "next pass"))
    : h("tr", { class: by === ">" ? "solution-said" : "judge-said" },
      h("td", { class: "sign", "aria-label": by === ">" ? "solution" : "judge" }, by),
      h("td", { class: "text" }, text));
  return [
    h("p", { class: "dim" }, h("span", { class: "key judge-said" }, "< interactor"), " ",
      h("span", { class: "key solution-said" }, "> solution")),
    h("div", { class: "scroll" }, h("table", { class: "talk" }, h("tbody", {}, head.map(line),
      between > 0 && h("tr", { class: "pass" }, h("td", { class: "sign" }),
        h("td", {}, `… ${plural(between, "more line")} …`)),
      tail.map(line)))),
  ];
}

function inputOf({ text, more }, layout) {
  const drawn = boards(text, layout);
  return [
    drawn.length > 0 && h("div", { class: "boards" }, drawn.map((board, index) =>
      h("figure", {}, drawBoard(board), drawn.length > 1 && h("figcaption", {}, index + 1)))),
    h("pre", { class: "input" }, text),
    more && h("p", { class: "dim" }, "… only the beginning is kept"),
  ];
}

function command(row, column) {
  const text = again(row, column);
  const copy = h("button", { class: "copy", onclick: () => copyText(text, copy) }, "copy");
  return part("Run it again", h("div", { class: "command" }, h("code", {}, text), copy));
}

function copyText(text, button) {
  const done = () => { button.textContent = "copied"; };
  // A page from a file may have no clipboard; then the text is selected instead.
  const select = () => getSelection().selectAllChildren(button.previousSibling);
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
  else select();
}
