/** A passage in its document: marked in the text, with its page. */
import { at, button, make, named, visible } from "./elements.js";

/** Open passages, one of them at first. */
export function openPassages(data, passages, index) {
  show(data, passages, index);
  const dialog = at("passage");
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("mark")?.scrollIntoView({ block: "center" });
}

/** Close the dialog by a click beside it; keys then go on where they were. */
export function startPassage() {
  const dialog = at("passage");
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    if (dialog.contains(document.activeElement)) document.activeElement.blur();
  });
}

function show(data, passages, index) {
  const found = data.passage(passages[index]);
  const { path, title, date, page, quote, text } = found;
  const go = (next) => openPassages(data, passages, next);
  const where = [page ? `Page ${page}` : "", date].filter(Boolean).join(" · ");
  at("passage").replaceChildren(
    make(
      "header",
      {},
      make("h2", { id: "passage-title" }, named(path)),
      button("×", () => at("passage").close(), { class: "quiet", "aria-label": "Close the passage", id: "close-passage" }),
    ),
    make("p", { class: "marks" }, ...about(title === path ? "" : title, where)),
    text === null
      ? make("div", { class: "text" }, make("p", { class: "note" }, "The text around it is not there."), make("mark", {}, visible(quote)))
      : make("div", { class: "text", tabindex: 0, dir: "auto" }, ...marked(found)),
    make(
      "footer",
      {},
      button("Previous", () => go(index - 1), { disabled: index === 0 }),
      make("span", {}, `${index + 1} of ${passages.length}`),
      button("Next", () => go(index + 1), { disabled: index === passages.length - 1, id: "next-passage" }),
    ),
  );
}

function about(title, where) {
  return title ? [named(title), where ? ` · ${where}` : ""] : [where];
}

/** The text, cut where a page begins and where the passage does; dots where more is left out. */
function marked({ text, pages, start, end, isCutBefore, isCutAfter }) {
  const breaks = new Map(pages.map(([offset, number]) => [offset, number]));
  const cuts = [...new Set([0, start, end, text.length, ...breaks.keys()])].sort((a, b) => a - b);
  const found = [];
  cuts.forEach((from, number) => {
    if (breaks.has(from)) {
      found.push(make("span", { class: "page", role: "separator" }, `page ${breaks.get(from)}`));
    }
    const piece = visible(text.slice(from, cuts[number + 1] ?? from));
    if (piece) found.push(from >= start && from < end ? make("mark", {}, piece) : document.createTextNode(piece));
  });
  const dots = (isCut) => (isCut ? [make("span", { class: "note" }, "…")] : []);
  return [...dots(isCutBefore), ...found, ...dots(isCutAfter)];
}
