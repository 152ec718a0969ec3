// What is shown: words, verdicts, only surprises.

const filter = { words: "", verdicts: new Set(), surprises: false };
const search = h("input", { type: "search", id: "search", placeholder: "Filter by problem, solution, language, case, message",
  "aria-label": "filter", autocomplete: "off", spellcheck: "false" });
const count = h("output", { class: "count", "aria-live": "polite" });
const onlySurprises = h("button", { class: "chip", "aria-pressed": "false" });

function toolbar() {
  const found = new Map();
  for (const row of rows) {
    const verdicts = row.cells.length ? row.cells.map((cell) => cell?.result.v) : [row.solution.verdict];
    for (const verdict of verdicts) if (verdict) found.set(verdict, (found.get(verdict) ?? 0) + 1);
  }
  const chips = Object.keys(VERDICTS).filter((verdict) => found.has(verdict)).map((verdict) => {
    const chip = h("button", { class: `chip ${verdict}`, "aria-pressed": "false", title: VERDICTS[verdict] },
      h("i", { class: `swatch ${verdict}` }), verdict, " ", h("small", {}, found.get(verdict).toLocaleString("en")));
    chip.addEventListener("click", () => {
      if (!filter.verdicts.delete(verdict)) filter.verdicts.add(verdict);
      chip.setAttribute("aria-pressed", filter.verdicts.has(verdict));
      apply();
    });
    return chip;
  });
  const surprises = rows.filter((row) => row.solution.surprise).length;
  onlySurprises.append("not as expected ", h("small", {}, surprises));
  onlySurprises.addEventListener("click", () => {
    filter.surprises = !filter.surprises;
    onlySurprises.setAttribute("aria-pressed", filter.surprises);
    apply();
  });
  search.addEventListener("input", () => {
    filter.words = search.value;
    apply();
  });
  return h("div", { class: "toolbar", role: "search" }, search,
    h("div", { class: "chips", role: "group", "aria-label": "verdicts" }, chips, surprises > 0 && onlySurprises),
    count, h("button", { class: "chip", onclick: toggleHelp, "aria-label": "keyboard help" }, "?"));
}

/** Shows what matches: rows and columns with a cell that does, and in them the others faded. */
function apply() {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const { verdicts } = filter;
  let [matching, total] = [0, 0];
  for (const section of sections) {
    const columns = new Set();
    let visible = 0;
    for (const row of section.rows) {
      const missing = words.filter((word) => !row.text.includes(word));
      const chosen = !filter.surprises || row.solution.surprise;
      let any = false;
      for (const cell of row.cells) {
        if (!cell) continue;
        total++;
        const { v, message } = cell.result;
        cell.matches = chosen && (verdicts.size === 0 || verdicts.has(v))
          && missing.every((word) => cell.name.toLowerCase().includes(word) || message?.toLowerCase().includes(word));
        if (cell.matches) {
          any = true;
          matching++;
          columns.add(cell.column);
        }
      }
      if (!row.cells.length) {
        any = chosen && missing.every((word) => row.solution.message.toLowerCase().includes(word))
          && (verdicts.size === 0 || verdicts.has(row.solution.verdict));
      }
      for (const element of [row.element, ...row.lines ?? []]) element.hidden = !any;
      visible += any;
    }
    section.element.hidden = visible === 0;
    if (visible) showColumns(section, columns);
  }
  const all = matching === total;
  count.textContent = all ? plural(total, "run") : `${matching.toLocaleString("en")} of ${plural(total, "run")}`;
  nothing.hidden = sections.some((section) => !section.element.hidden);
}

function showColumns(section, columns) {
  // A problem of which only rows without cells are left keeps its head.
  const hides = (column) => columns.size > 0 && !columns.has(column);
  section.heads.forEach((head, column) => { head.hidden = hides(column); });
  for (const row of section.rows) {
    row.places.forEach((place, column) => { place.hidden = hides(column); });
    for (const cell of row.cells) cell?.element.classList.toggle("faded", !cell.matches);
  }
  let first = 0;
  for (const band of section.problem.bands ?? []) {
    let left = 0;
    for (let column = first; column < first + band.cases; column++) left += !hides(column);
    first += band.cases;
    band.hidden = left === 0;
    if (left) band.colSpan = left;
  }
}

function clearFilter() {
  filter.words = search.value = "";
  filter.verdicts.clear();
  filter.surprises = false;
  for (const chip of document.querySelectorAll(".chip[aria-pressed=true]")) chip.setAttribute("aria-pressed", "false");
  apply();
}
