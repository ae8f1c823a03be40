/** Making elements. Text reaches the page as text alone: nothing here, or anywhere, parses HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 *
 * @param {string} tag
 * @param {Record<string, any>} given attributes; a function is a listener of the event of that
 *   name, `true` an attribute without a value, `false` and `undefined` none at all.
 * @param {...(Node | string | null | undefined)} children strings become text.
 */
export function make(tag, given = {}, ...children) {
  return filled(document.createElement(tag), given, children);
}

/** Make an element of a drawing; see `make`. */
export function draw(tag, given = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), given, children);
}

/** Make a button of type button with what happens when it is pressed. */
export function button(label, pressed, given = {}) {
  return make("button", { type: "button", click: pressed, ...given }, label);
}

/** A name from a document: its direction is its own, and it does not turn what is around it. */
export function named(name, given = {}) {
  return make("bdi", { class: "name", ...given }, visible(name));
}

/** Text in which nothing hides: characters that show no sign are written by their numbers. */
export function visible(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    one === "\n" || one === "\t" || one === "\u200d" || one === "\u200c"
      ? one
      : `\\u${one.codePointAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The element of an id. */
export const at = (id) => document.getElementById(id);

function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
