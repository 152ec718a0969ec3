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

/** From so many letters on a name is told in two parts, of which the last one has so many. */
const LONG_NAME = 32;
const END_OF_NAME = 16;

/** The name of a solution, which loses more of its middle where even the short one has no room. */
function named({ short }) {
  const letters = [...short];
  if (letters.length < LONG_NAME) return h("span", { class: "name" }, short);
  const parts = [letters.slice(0, -END_OF_NAME), letters.slice(-END_OF_NAME)];
  return h("span", { class: "name long" }, parts.map((part) => h("span", {}, part.join(""))));
}
