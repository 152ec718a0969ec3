// The matrix of a problem: a row for each solution, a column for each case, a cell for each verdict.

/** With more cases than these the cells grow smaller. */
const ROOMY = 36, MEDIUM = 110;

function matrix(problem, itsRows) {
  const count = problem.cases.length;
  const size = count <= ROOMY ? "roomy" : count <= MEDIUM ? "medium" : "compact";
  const table = h("table", {
    class: `matrix ${size}`,
    role: "grid",
    "aria-label": `${problem.name}: solutions by cases`,
  });
  const heads = problem.cases.map((each) =>
    h("th", { scope: "col", title: each.name }, h("span", {}, each.short)));
  const head = h("thead", {}, bands(problem), h("tr", { class: "names" },
    h("th", { scope: "col", class: "corner" }, h("span", {}, "solution")), heads));
  const body = h("tbody", {}, itsRows.map((row) => tableRow(row, count)));
  table.append(head, body);
  for (const row of itsRows) row.heads = heads;
  return h("div", { class: "scroll" }, table);
}

/** The folders of the cases above their names, where there are any. */
function bands(problem) {
  const spans = [];
  for (const { name } of problem.cases) {
    const folder = name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
    if (spans.length && spans[spans.length - 1].folder === folder) spans[spans.length - 1].count++;
    else spans.push({ folder, count: 1 });
  }
  if (spans.every((span) => span.folder === "")) return null;
  problem.bands = spans.map(({ folder, count }) =>
    h("th", { scope: "colgroup", colspan: count, title: folder }, h("span", {}, folder)));
  problem.bands.forEach((band, index) => { band.cases = spans[index].count; });
  return h("tr", { class: "bands" }, h("td", { class: "corner" }), problem.bands);
}

function tableRow(row, count) {
  const { solution } = row;
  // Where nothing is known of a case its place stays empty.
  row.places = row.cells.map((cell) => cell ? tableCell(cell) : h("td", {}));
  const cells = row.places.length ? row.places
    : h("td", { colspan: count, class: "none" }, badge(solution.verdict),
      h("span", {}, firstLine(solution.message)));
  const head = h("th", { scope: "row", title: titleOf(solution) }, rowHead(row));
  row.element = h("tr", { class: solution.surprise ? "surprise" : null }, head, cells);
  const whole = row.cells.length ? head : cells;
  whole.tabIndex = -1;
  whole.cell = row.whole;
  row.whole.element = whole;
  return row.element;
}

function titleOf({ name, language }) {
  return language ? `${name}\n${language}` : name;
}

function rowHead({ solution }) {
  const [sign, words] = solution.surprise ? ["✗", "not as expected"]
    : solution.as_expected ? ["✓", "as expected"] : ["·", "nothing expected"];
  const expected = solution.expected && solution.expected !== "AC"
    ? h("span", { class: "wanted", title: "expected" }, solution.expected) : null;
  return h("div", { class: "solution" },
    h("span", { class: `sign ${solution.surprise ? "bad" : solution.as_expected ? "good" : ""}`,
      role: "img", "aria-label": words }, sign),
    named(solution), expected,
    solution.score && h("span", { class: "points", title: `score ${solution.score}` }, firstWord(solution.score)),
    badge(solution.verdict));
}

function tableCell(cell) {
  const { v, ms } = cell.result;
  const limit = cell.row.solution.limits.cpu;
  const td = document.createElement("td");
  td.className = `cell ${v} s${shade(ms, limit)}${cell.result.bad ? " bad" : ""}`;
  td.tabIndex = -1;
  td.textContent = v;
  td.cell = cell;
  cell.element = td;
  return td;
}

function badge(verdict) {
  return h("span", { class: `badge ${verdict}`, title: VERDICTS[verdict] }, verdict);
}

function firstWord(text) {
  return text.split(" ", 1)[0];
}

function firstLine(text) {
  return text.split("\n", 1)[0];
}

// What is under the pointer, or has the focus, is named beside it.

const tip = h("div", { class: "tip", "aria-hidden": "true", hidden: true });

function showTip(cell) {
  const { result, row, column } = cell;
  if (!result) return hideTip();
  const figures = [
    result.ms !== undefined && seconds(result.ms),
    result.memory !== undefined && bytes(result.memory),
    result.score && `score ${result.score}`,
  ].filter(Boolean).join(" · ");
  replace(tip,
    h("div", {}, badge(result.v), " ", h("b", {}, cell.name), figures && ` ${figures}`),
    h("div", { class: "dim" }, row.solution.name),
    result.message && h("div", {}, result.message.slice(0, 160)));
  tip.hidden = false;
  const place = cell.element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  const left = Math.min(Math.max(8, place.left + place.width / 2 - width / 2), innerWidth - width - 8);
  const below = place.bottom + 8 + height < innerHeight;
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? place.bottom + 8 : place.top - height - 8}px`;
  mark(row, column);
}

function hideTip() {
  tip.hidden = true;
  mark(null);
}

let marked = null;
function mark(row, column) {
  marked?.classList.remove("on");
  marked = row?.heads[column] ?? null;
  marked?.classList.add("on");
}
