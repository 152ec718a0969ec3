// The keyboard: arrows from cell to cell, Enter, Escape, and a few letters.

const HELP = [
  ["← ↑ → ↓", "from cell to cell, across problems; left of the first case the solution"],
  ["Home End", "first and last case of the solution"],
  ["Enter", "details of the cell; again: into the details"],
  ["Esc", "close what is open, then clear the filter"],
  ["n  p", "next and previous failure"],
  ["s", "only what is not as expected"],
  ["/", "filter"],
  ["?", "this help"],
];

const help = h("dialog", { class: "help", "aria-label": "keyboard" },
  h("h2", {}, "Keyboard"),
  h("table", {}, h("tbody", {}, HELP.map(([keys, what]) =>
    h("tr", {}, h("th", { scope: "row" }, keys.split(" ").filter(Boolean).map((key) => h("kbd", {}, key))),
      h("td", {}, what))))),
  h("button", { onclick: () => help.close() }, "close"));

function toggleHelp() {
  if (help.open) help.close();
  else help.showModal();
}

/** The one cell that Tab reaches. */
let current = null;

function focusOn(cell) {
  if (current) current.element.tabIndex = -1;
  current = cell;
  cell.element.tabIndex = 0;
  cell.element.focus({ preventScroll: true });
  cell.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (shown) open(cell);
}

/** What can be reached in a row: the solution as a whole, and its cells. */
function reachable(row) {
  if (row.element.hidden || row.element.closest("section").hidden) return [];
  return [row.whole, ...row.cells.filter((cell) => cell && !cell.element.hidden)];
}

/** Where it stands from left to right. A row without cells has its whole where others have cells. */
function columnOf(cell) {
  return cell.column ?? (cell.row.cells.length ? -1 : 0);
}

function firstCase(line) {
  return line.find((cell) => cell.result) ?? line[0];
}

function move(down, right) {
  const lines = rows.map(reachable).filter((line) => line.length);
  if (!lines.length) return;
  const at = current ? lines.findIndex((line) => line.includes(current)) : -1;
  if (at < 0) return focusOn(firstCase(lines[0]));
  if (right) {
    const next = lines[at].indexOf(current) + right;
    if (lines[at][next]) focusOn(lines[at][next]);
  } else if (lines[at + down]) {
    const line = lines[at + down];
    // The same column, or the nearest there is.
    const wanted = columnOf(current);
    focusOn(line.find((cell) => columnOf(cell) >= wanted) ?? line[line.length - 1]);
  }
}

/** The next failure in the order of the page: of surprises only, if there are any. */
function nextFailure(step) {
  const all = rows.flatMap(reachable);
  const surprises = all.some((cell) => isFailure(cell, true));
  const start = current ? all.indexOf(current) : step > 0 ? -1 : all.length;
  for (let index = start + step; index >= 0 && index < all.length; index += step) {
    if (isFailure(all[index], surprises)) return focusOn(all[index]);
  }
}

function isFailure(cell, surprisesOnly) {
  if (!cell.result) {
    // Of a solution with cells the failure is in them, unless none of them shows it.
    const { solution, cells } = cell.row;
    if (!cells.length) return solution.surprise || !surprisesOnly;
    return solution.surprise && !cells.some((each) => each?.result.bad);
  }
  return surprisesOnly ? cell.result.bad === true : !["AC", "SK"].includes(cell.result.v);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  if (event.key === "Escape") {
    if (shown) close();
    else if (filter.words || filter.verdicts.size || filter.surprises) clearFilter();
    else document.activeElement.blur();
    event.preventDefault();
    return;
  }
  if (event.target === search) {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      move(0, 0);
    }
    return;
  }
  const inPanel = panel.contains(event.target);
  const line = current && reachable(current.row);
  const actions = {
    ArrowLeft: () => move(0, -1),
    ArrowRight: () => move(0, 1),
    ArrowUp: !inPanel && (() => move(-1, 0)),
    ArrowDown: !inPanel && (() => move(1, 0)),
    Home: !inPanel && line && (() => focusOn(firstCase(line))),
    End: !inPanel && line && (() => focusOn(line[line.length - 1])),
    Enter: event.target.cell && (() => {
      if (shown === event.target.cell) panel.focus();
      else open(event.target.cell);
    }),
    n: () => nextFailure(1),
    p: () => nextFailure(-1),
    s: () => onlySurprises.click(),
    "/": () => search.focus(),
    "?": toggleHelp,
  };
  const action = Object.hasOwn(actions, event.key) && actions[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
}
