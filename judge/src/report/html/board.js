// Boards. An input that holds a line `H W` and then H rows of W characters, or of W numbers, is drawn
// as one; that is all the judge knows of games. What it shows is the input, not what was played.

/** Boards drawn at most for one input, and the largest side of one. */
const BOARDS = 6, SIDE = 60;

/** The boards in a text. */
function boards(text) {
  const lines = text.split("\n");
  const found = [];
  for (let index = 0; index < lines.length && found.length < BOARDS; index++) {
    const size = /^\s*(\d{1,2}) +(\d{1,2})\s*$/.exec(lines[index]);
    if (!size) continue;
    const [height, width] = [Number(size[1]), Number(size[2])];
    if (!height || !width || height > SIDE || width > SIDE) continue;
    const rows = lines.slice(index + 1, index + 1 + height);
    const board = rows.length === height && (characters(rows, width) ?? numbers(rows, width));
    if (!board) continue;
    found.push({ height, width, ...board });
    index += height;
  }
  return found;
}

function characters(rows, width) {
  const cells = rows.map((row) => [...row.trimEnd()]);
  const whole = cells.every((row) => row.length === width && !row.some((c) => /[\s\d]/.test(c)));
  return whole ? { cells, kind: "characters" } : null;
}

function numbers(rows, width) {
  const cells = rows.map((row) => row.trim().split(/\s+/));
  const whole = cells.every((row) => row.length === width && row.every((n) => /^-?\d+$/.test(n)));
  return whole && width > 1 ? { cells, kind: "numbers" } : null;
}

function drawBoard({ height, width, cells, kind }) {
  const longest = Math.max(...cells.flat().map((text) => text.length));
  const side = kind === "numbers" ? Math.max(22, 8 * longest + 8) : height > 24 || width > 24 ? 11 : 22;
  const kinds = [...new Set(cells.flat())].filter((c) => c !== "." && c !== "#").sort();
  const squares = cells.flatMap((row, y) => row.map((text, x) => {
    const [left, top] = [x * side, y * 22 * (side < 22 ? 0.5 : 1)];
    const high = side < 22 ? 11 : 22;
    const wall = kind === "characters" && text === "#";
    const piece = kind === "characters" && text !== "." && !wall;
    const [middle, centre] = [left + side / 2, top + high / 2];
    return [
      svg("rect", { class: wall ? "square wall" : "square", x: left + 0.5, y: top + 0.5, width: side, height: high }),
      piece && svg("circle", { class: `piece k${kinds.indexOf(text) % 6}`, cx: middle, cy: centre, r: high * 0.38 }),
      (piece && side >= 22 || kind === "numbers") && svg("text", {
        class: piece ? "letter" : "number", x: middle, y: centre + 4, "text-anchor": "middle" }, text),
    ];
  }));
  const high = height * (side < 22 ? 11 : 22) + 1;
  return svg("svg", { class: "board", width: width * side + 1, height: high, role: "img",
    "aria-label": `a board of ${height} by ${width}` }, squares);
}
