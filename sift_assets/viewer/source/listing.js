/** The list of all entities that are shown: the same as the picture, to be read. */
import { at, button, make } from "./elements.js";
import { entityButton, statusMark } from "./parts.js";
import { typeWords } from "./words.js";

/** Entities of a page of the list. */
const PAGE = 200;

/** Show the list whenever it is open. */
export function startList(state) {
  const section = at("list");
  const toggle = at("toggle-list");
  let most = PAGE;

  const refresh = () => {
    if (!section.hidden) section.replaceChildren(...content(state, most, more));
  };
  const more = () => {
    most += PAGE;
    refresh();
  };
  const open = (isOpen) => {
    section.hidden = !isOpen;
    toggle.setAttribute("aria-pressed", String(isOpen));
    most = PAGE;
    refresh();
    if (isOpen) section.focus();
  };
  toggle.addEventListener("click", () => open(section.hidden));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    open(true);
  });
  state.listen((changed) => {
    if (changed.has("filters") || changed.has("found")) refresh();
    if (changed.has("focus") && state.focus >= 0 && !section.hidden) open(false);
  });
  return open;
}

function content(state, most, more) {
  const { data, visible, found } = state;
  const rows = [];
  for (let row = 0; row < data.size; row += 1) {
    if (visible.entities[row] && (found === null || found.has(row))) rows.push(row);
  }
  rows.sort((one, other) => data.degree[other] - data.degree[one] || one - other);
  const head = ["Name", "Type", "Connections", "Documents", "Status"];
  const shown = rows.slice(0, most);
  return [
    make("h2", {}, `${rows.length.toLocaleString("en")} entities, best connected first`),
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...head.map((title) => make("th", { scope: "col" }, title)))),
      make("tbody", {}, ...shown.map((row) => line(state, row))),
    ),
    rows.length > most ? button(`Show ${Math.min(PAGE, rows.length - most)} more`, more) : null,
  ].filter(Boolean);
}

function line(state, row) {
  const { data } = state;
  const { entities } = data;
  return make(
    "tr",
    {},
    make("td", {}, entityButton(state, row)),
    make("td", {}, typeWords(data.types[entities.type[row]])),
    make("td", { class: "number" }, String(data.degree[row])),
    make("td", { class: "number" }, String(entities.support[row])),
    make("td", {}, statusMark(entities.status[row])),
  );
}
