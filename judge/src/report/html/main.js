// The page, put together.

const nothing = h("p", { class: "nothing", hidden: true }, "Nothing matches the filter. ",
  h("button", { onclick: clearFilter }, "clear it"));

const sections = run.problems.map((problem) => {
  const itsRows = rows.filter((row) => row.problem === problem);
  const grid = matrix(problem, itsRows);
  const title = problem.title !== problem.name && h("span", { class: "title" }, problem.title);
  const about = [
    problem.source, plural(problem.cases.length, "case"),
    problem.timeFrom ? `${seconds(problem.limits.cpu)} (${problem.timeFrom})` : seconds(problem.limits.cpu),
    size(problem.limits.memory),
  ].filter(Boolean).join(" · ");
  const element = h("section", { class: "problem", "aria-label": problem.name },
    h("h2", {}, h("span", { class: "slug" }, problem.name), title, h("small", {}, about)),
    grid, scores(itsRows), plots(itsRows));
  return { problem, rows: itsRows, element, heads: itsRows[0]?.heads ?? [] };
});

function headline() {
  const started = new Date(run.started * 1000);
  const when = h("time", { datetime: started.toISOString() },
    started.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }));
  return h("header", { class: "headline" },
    h("div", { class: `outcome ${run.success ? "good" : "bad"}` },
      h("span", { class: "sign", "aria-hidden": "true" }, run.success ? "✓" : "✗"),
      h("h1", {}, run.outcome)),
    h("p", { class: "dim" }, run.size, " · ", when, ` · ${run.jobs} side by side · isolation: `,
      h("span", { class: run.isolated ? null : "warn" }, run.isolation), ` · judge ${run.judge_version}`));
}

/** The surprises in words; each leads to its cell. */
function surprises() {
  const list = rows.filter((row) => row.solution.surprise).map((row) => {
    const first = row.cells.find((cell) => cell?.result.bad) ?? row.whole;
    const go = () => {
      focusOn(first);
      first.element.scrollIntoView({ block: "center", inline: "center" });
      open(first);
    };
    return h("li", {}, h("button", { onclick: go }, h("span", { class: "sign bad" }, "✗"), " ",
      h("span", { class: "slug" }, row.problem.name), " ", h("span", { class: "name" }, row.solution.name),
      " ", h("span", { class: "dim" }, row.solution.surprise)));
  });
  const broken = run.broken.map((reason) =>
    h("li", {}, h("span", { class: "sign bad" }, "✗"), " broken package: ", reason));
  if (!list.length && !broken.length) return null;
  return h("ul", { class: "surprises", "aria-label": "not as expected" }, broken, list);
}

/** What changed since the baseline; a line leads to its solution. Open where something is worse. */
function changes() {
  if (!run.changes) return null;
  const { head, notes, lines, more } = run.changes;
  const signs = { worse: ["✗", "bad"], better: ["✓", "good"], other: ["·", "dim"] };
  const list = lines.map(({ effect, problem, solution, text }) => {
    const [sign, kind] = signs[effect];
    const row = rows.find((each) => each.problem.name === problem && each.solution.name === solution);
    const said = [h("span", { class: `sign ${kind}` }, sign), " ", h("span", { class: "slug" }, problem), " ",
      solution && [h("span", { class: "name" }, solution), " "], h("span", { class: "dim" }, text)];
    const go = () => {
      focusOn(row.whole);
      row.whole.element.scrollIntoView({ block: "center" });
      open(row.whole);
    };
    return h("li", {}, row ? h("button", { onclick: go }, said) : h("p", {}, said));
  });
  return h("details", { class: "changes", open: lines.some(({ effect }) => effect === "worse") },
    h("summary", {}, head),
    notes.map((note) => h("p", { class: "dim" }, note)),
    list.length > 0 && h("ul", { class: "surprises", "aria-label": "changes since the baseline" }, list),
    more > 0 && h("p", { class: "dim" }, `… and ${more} more`));
}

// The address names what is open, so that it can be sent to somebody.

function remember(cell) {
  const name = [cell.row.problem.name, cell.row.solution.name, cell.name].filter((part) => part !== undefined);
  history.replaceState(null, "", `#${name.map(encodeURIComponent).join(":")}`);
}

function forget() {
  history.replaceState(null, "", location.pathname + location.search);
}

function recall() {
  const parts = location.hash.slice(1).split(":");
  let [problem, solution, name] = [];
  try {
    [problem, solution, name] = parts.map(decodeURIComponent);
  } catch {
    return;
  }
  const row = rows.find((each) => each.problem.name === problem && each.solution.name === solution);
  const cell = row && (name === undefined ? row.whole : row.cells.find((each) => each?.name === name));
  if (cell) {
    focusOn(cell);
    open(cell);
  }
}

document.body.append(headline(), surprises() ?? "", changes() ?? "", toolbar(),
  h("main", {}, sections.map((section) => section.element), nothing), panel, tip, help);

const cellAt = (event) => event.target.closest?.("td, th")?.cell;
document.addEventListener("click", (event) => {
  const cell = cellAt(event);
  if (cell) {
    focusOn(cell);
    open(cell);
  }
});
document.addEventListener("mouseover", (event) => {
  const cell = cellAt(event);
  if (cell) showTip(cell);
  else hideTip();
});
document.addEventListener("focusin", (event) => {
  if (event.target.cell && !shown && event.target.matches(":focus-visible")) showTip(event.target.cell);
  else hideTip();
});
document.addEventListener("scroll", hideTip, { capture: true, passive: true });
document.addEventListener("keydown", onKey);

const first = rows.length > 0 && (rows[0].cells.find(Boolean) ?? rows[0].whole);
if (first) {
  current = first;
  first.element.tabIndex = 0;
}
apply();
recall();
