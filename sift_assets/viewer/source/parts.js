/** Small things that details are made of. */
import { button, make, named, visible } from "./elements.js";
import { openPassages } from "./passage.js";
import { count, statusWords } from "./words.js";

/** A status as a mark and in words. */
export function statusMark(status, flags = "") {
  const words = statusWords(status) + (flags ? ` (${flags})` : "");
  return make("span", { class: `status ${status}` }, words);
}

/** A button that opens an entity. */
export function entityButton(state, row, given = {}) {
  const select = () => (state.focus >= 0 ? state.focusOn(row) : state.select(row));
  return make(
    "button",
    { type: "button", class: "entity-link", click: select, ...given },
    named(state.data.entities.name[row]),
  );
}

/** A button that opens passages, the first of them at first; nothing where there are none. */
export function passagesButton(state, passages, label) {
  if (!passages.length) return make("span", { class: "note" }, "stated by a person");
  const words = label ?? count(passages.length, "passage");
  return button(words, () => openPassages(state.data, passages, 0), { class: "quiet passages" });
}

/** Sentences with the numbers of their passages, which open them. */
export function sentences(state, told) {
  return told.map(([text, passages], number) =>
    make(
      "span",
      { class: "sentence" },
      visible(text),
      ...passages.map((_, index) =>
        button(String(index + 1), () => openPassages(state.data, passages, index), {
          class: "cite",
          "aria-label": `Passage ${index + 1} of sentence ${number + 1}`,
        }),
      ),
      " ",
    ),
  );
}

/** Rows of a term and what is said of it; terms without anything are left out. */
export function terms(rows) {
  const kept = rows.filter(([, said]) => said !== null && said !== "");
  return make(
    "dl",
    {},
    ...kept.flatMap(([term, said]) => [make("dt", {}, term), make("dd", {}, ...[said].flat())]),
  );
}

/** A heading with what belongs to it; nothing where that is empty. */
export function part(title, ...content) {
  const found = content.flat().filter(Boolean);
  return found.length ? make("section", {}, make("h3", {}, title), ...found) : null;
}
