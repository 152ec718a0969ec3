// Boards. A package may say what the numbers of its inputs are; without that, a line `H W` and then H
// rows of W characters, or of W numbers, is drawn as one. That is all the judge knows of games: what
// is shown is the input, not what was played.

/** Boards drawn at most for one input, and the largest side of one. */
const BOARDS = 12, SIDE = 60;

/** The boards in a text; `layout` is what the package says of its lines. */
function boards(text, layout) {
  const lines = text.split("\n");
  const found = [];
  for (let index = 0; index < lines.length && found.length < BOARDS; index++) {
    const board = layout.length ? stated(lines, index, layout) : guessed(lines, index);
    if (!board) continue;
    found.push(board);
    index += board.lines;
  }
  return found;
}

function integers(line) {
  const words = line?.trim().split(/\s+/) ?? [];
  return words.every((word) => /^-?\d+$/.test(word)) ? words.map(Number) : null;
}

function fits(height, width) {
  return height >= 1 && width >= 1 && height <= SIDE && width <= SIDE;
}

/** A board as the package says: numbers on its first line, and perhaps on a line for each row. */
function stated(lines, index, layout) {
  const [head, each] = layout.map((line) => line.split(/\s+/).filter(Boolean));
  const numbers = integers(lines[index]);
  if (numbers?.length !== head.length) return null;
  const height = numbers[head.indexOf("height")], width = numbers[head.indexOf("width")];
  if (!fits(height, width)) return null;
  const cells = Array.from({ length: height }, () => Array(width).fill("."));
  let pieces = 0;
  const place = (row, column) => {
    if (!(row >= 1 && row <= height && column >= 1 && column <= width)) return false;
    cells[row - 1][column - 1] = String.fromCharCode(65 + pieces++ % 26);
    return true;
  };
  const of = (word) => numbers.filter((_, at) => head[at] === word);
  const rows = of("row");
  if (!of("column").every((column, at) => place(rows[at], column))) return null;
  for (let row = 1; each && row <= height; row++) {
    const own = integers(lines[index + row]);
    if (own?.length !== each.length) return null;
    // The same place on each line is the same player's.
    pieces = 0;
    if (!own.every((column, at) => each[at] !== "column" || place(row, column))) return null;
  }
  return { height, width, cells, kind: "characters", lines: each ? height : 0 };
}

function guessed(lines, index) {
  const size = /^\s*(\d{1,2}) +(\d{1,2})\s*$/.exec(lines[index]);
  const [height, width] = size ? [Number(size[1]), Number(size[2])] : [0, 0];
  if (!fits(height, width)) return null;
  const rows = lines.slice(index + 1, index + 1 + height);
  const board = rows.length === height && (characters(rows, width) ?? grid(rows, width));
  return board ? { height, width, lines: height, ...board } : null;
}

function characters(rows, width) {
  const cells = rows.map((row) => [...row.trimEnd()]);
  const whole = cells.every((row) => row.length === width && !row.some((c) => /[\s\d]/.test(c)));
  return whole ? { cells, kind: "characters" } : null;
}

function grid(rows, width) {
  const cells = rows.map((row) => integers(row)?.map(String));
  const whole = width > 1 && cells.every((row) => row?.length === width);
  return whole ? { cells, kind: "numbers" } : null;
}

function drawBoard({ height, width, cells, kind }) {
  const small = kind === "characters" && Math.max(height, width) > 24;
  const high = small ? 11 : 22;
  const longest = Math.max(...cells.flat().map((text) => text.length));
  const wide = kind === "numbers" ? Math.max(22, 8 * longest + 8) : high;
  const kinds = [...new Set(cells.flat())].filter((c) => c !== "." && c !== "#").sort();
  const squares = cells.flatMap((row, y) => row.map((text, x) => {
    const [left, top] = [x * wide, y * high];
    const wall = kind === "characters" && text === "#";
    const piece = kind === "characters" && text !== "." && !wall;
    const words = { x: left + wide / 2, y: top + high / 2 + 4, "text-anchor": "middle" };
    return [
      svg("rect", { class: wall ? "square wall" : "square", x: left + 0.5, y: top + 0.5, width: wide, height: high }),
      piece && svg("circle", { class: `piece k${kinds.indexOf(text) % 6}`,
        cx: left + wide / 2 + 0.5, cy: top + high / 2 + 0.5, r: high * 0.38 }),
      piece && !small && svg("text", { class: "letter", ...words }, text),
      kind === "numbers" && svg("text", { class: "number", ...words }, text),
    ];
  }));
  return svg("svg", { class: "board", width: width * wide + 1, height: height * high + 1, role: "img",
    "aria-label": `a board of ${height} by ${width}` }, squares);
}
