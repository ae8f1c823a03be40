// Quotes with the place they stand in, and the text around them.

import { ask } from "./api.js";
import { el, foreign, openDialog } from "./dom.js";

/** Return a list of quotes; each opens its passage. */
export function quotes(list) {
  return el(
    "ul",
    { class: "quotes" },
    list.map((one) => el("li", {}, quote(one))),
  );
}

function quote(one) {
  const parts = one.pieces.map((piece) => (piece.marked ? el("mark", {}, piece.text) : piece.text));
  return [
    el("blockquote", { dir: "auto" }, ...parts),
    passageButton(one, one.pieces.map((piece) => piece.text).join("")),
  ];
}

/** Return a button that names a passage's place and opens it. */
export function passageButton(place, expected) {
  const open = () => openPassage(place, expected);
  return el("button", { type: "button", class: "place", onclick: open }, where(place));
}

function where(place) {
  return [foreign(place.path), place.page ? `, page ${place.page}` : ""];
}

/** Show a passage in the text around it. */
export async function openPassage(place, expected = "") {
  const { document: key, start, end } = place;
  openDialog(where(place), el("p", {}, "Reading …"));
  let found = null;
  try {
    found = await ask("passage", { document: key, start, end });
  } catch (error) {
    openDialog(where(place), el("p", { class: "warning" }, error.message));
    return;
  }
  const marked = el("mark", {}, found.quote);
  const isOther = expected && found.quote !== expected;
  openDialog(
    where(place),
    isOther
      ? el("p", { class: "warning" }, "The document has changed since: this stands there now.")
      : null,
    found.title || found.date
      ? el("p", { class: "dim" }, foreign([found.title, found.date].filter(Boolean).join(", ")))
      : null,
    el(
      "div",
      { class: "text", dir: "auto" },
      found.goes_on[0] ? "… " : "",
      found.before,
      marked,
      found.after,
      found.goes_on[1] ? " …" : "",
    ),
  );
  marked.scrollIntoView({ block: "center" });
}
