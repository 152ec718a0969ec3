// Scores: a row for each solution, a column for the whole and for each group.

function scores(itsRows) {
  const scored = itsRows.filter(({ solution }) => solution.score || solution.groups.length);
  if (!scored.length) return null;
  const names = [...new Set(scored.flatMap(({ solution }) => solution.groups.map((group) => group.name)))];
  const body = scored.map((row) => {
    const { solution } = row;
    const groups = new Map(solution.groups.map((group) => [group.name, group]));
    const line = h("tr", {},
      h("th", { scope: "row", title: titleOf(solution) }, named(solution)),
      h("td", { class: "total" }, solution.score ?? "–"),
      names.map((name) => scoreCell(groups.get(name))));
    line.firstChild.cell = row.whole;
    (row.lines ??= []).push(line);
    return line;
  });
  return h("details", { class: "scores", open: true },
    h("summary", {}, "Scores"),
    h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "solution"), h("th", { scope: "col" }, "score"),
        names.map((name) => h("th", { scope: "col" }, h("span", { class: "name" }, name))))),
      h("tbody", {}, body))));
}

function scoreCell(group) {
  return group ? h("td", {}, badge(group.verdict), " ", group.score) : h("td", { class: "dim" }, "–");
}

function groupTable(groups) {
  return h("table", { class: "groups" }, h("tbody", {}, groups.map((group) =>
    h("tr", {}, h("th", { scope: "row" }, h("span", { class: "name" }, group.name)), scoreCell(group)))));
}
