// Elements. All text goes in as text, so nothing that a program printed is ever read as markup.

/** An element with attributes and children: strings, numbers, nodes, lists of them, or nothing. */
function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
function svg(tag, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Puts children in place of those that are there. */
function replace(element, ...children) {
  element.replaceChildren();
  return fill(element, {}, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

/** The name of a solution: a short one, and a shorter one for where there is little room. */
function named({ short, shorter }) {
  if (short === shorter) return h("span", { class: "name" }, short);
  return h("span", { class: "name" }, halves(short, "wide"), halves(shorter, "narrow"));
}

/** In much room a name of fewer letters is told in one. */
const LONG_NAME = 32;

/** Where there is no room even for a short name its first half loses its end. */
function halves(name, room) {
  const letters = [...name];
  const half = room === "wide" && letters.length < LONG_NAME ? letters.length : Math.floor(letters.length / 2);
  const parts = [letters.slice(0, half), letters.slice(half)].filter((part) => part.length);
  return h("span", { class: `long ${room}` }, parts.map((part) => h("span", {}, part.join(""))));
}
