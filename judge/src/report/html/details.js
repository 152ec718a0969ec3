// What is known of one case of one solution, or of a solution that has none.

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
        h("p", {}, row.problem.name, cell.result && [" · ", row.solution.name])),
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
  return [expectation(row), row.solution.message && part("Why", h("pre", {}, row.solution.message)),
    command(row)];
}

function ofCase(cell) {
  const { row, result } = cell;
  const input = row.problem.cases[cell.column].input;
  return [
    result.message && h("p", { class: "message" }, result.message),
    expectation(row),
    figures(cell),
    result.diff && part("First difference", difference(result.diff)),
    result.cut && h("p", { class: "dim" },
      "The difference and standard error are left out here for the size of the page; the command below shows them."),
    result.stderr && part("Standard error", h("pre", { class: "stderr" }, result.stderr)),
    input && part("Input", inputOf(input, row.problem.board)),
    command(row, cell.column),
  ];
}

function part(title, ...content) {
  return h("section", {}, h("h3", {}, title), content);
}

function expectation({ solution }) {
  if (!solution.expected) return h("p", { class: "dim" }, "Nothing is expected of this solution.");
  const held = solution.surprise ? h("b", { class: "bad" }, "not met") : solution.as_expected ? "met" : "not decided";
  return h("p", {}, "Expected of the solution: ", h("b", {}, solution.expected), ", ", held, ".");
}

function figures({ row, result }) {
  if (result.ms === undefined) return null;
  const { limits } = row.solution;
  const first = result.first === undefined ? null
    : h("span", { class: "dim" }, ` alone; ${seconds(result.first)} beside others`);
  return h("dl", { class: "figures" },
    figure("CPU time", seconds(result.ms), result.ms, limits.cpu, seconds, first),
    figure("Clock", seconds(result.wall), result.wall, limits.wall, seconds),
    figure("Memory", bytes(result.memory), result.memory, limits.memory, bytes),
    h("div", {}, h("dt", {}, "Ended"), h("dd", {}, result.exit)),
    result.points && h("div", {}, h("dt", {}, "Points"), h("dd", {}, result.points)));
}

function figure(name, text, value, limit, format, more) {
  const share = Math.min(100, 100 * value / limit);
  const bar = h("span", { class: value > limit ? "bar over" : "bar" }, h("i", {}));
  bar.firstChild.style.width = `${share}%`;
  return h("div", {}, h("dt", {}, name),
    h("dd", {}, text, more, h("span", { class: "dim" }, ` of ${format(limit)}`), bar));
}

function difference({ line, column, lines, more }) {
  const shownLines = lines.map(([sign, number, text], index) => {
    const kind = sign === "-" ? "expected" : sign === "+" ? "found" : "both";
    const label = sign === "-" ? "expected" : sign === "+" ? "found" : "";
    const partner = sign !== " " && lines.find(([other, n], at) =>
      other !== " " && other !== sign && n === number && at !== index);
    return h("tr", { class: kind },
      h("td", { class: "number" }, number), h("td", { class: "sign", "aria-label": label }, sign),
      h("td", { class: "text" }, partner ? emphasised(text, partner[2]) : text));
  });
  return [
    h("p", { class: "dim" }, `line ${line}, column ${column} of the expected output; `,
      h("span", { class: "key expected" }, "− expected"), " ", h("span", { class: "key found" }, "+ found")),
    h("div", { class: "scroll" }, h("table", { class: "diff" }, h("tbody", {}, shownLines))),
    more && h("p", { class: "dim" }, "… more follows"),
  ];
}

/** A text with what it does not share with another marked. */
function emphasised(text, other) {
  const [a, b] = [[...text], [...other]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start
    && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = a.slice(start, a.length - end).join("");
  return [a.slice(0, start).join(""), middle && h("mark", {}, middle), a.slice(a.length - end).join("")];
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
