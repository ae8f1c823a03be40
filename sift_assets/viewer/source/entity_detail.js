/** What is known of an entity. */
import { typeColours } from "./colours.js";
import { connectionsOf } from "./connections.js";
import { button, make, named, visible } from "./elements.js";
import { part, passagesButton, sentences, statusMark, terms } from "./parts.js";
import { count, decisionWords, flagWords, keyWords, periodWords, typeWords } from "./words.js";

/** Documents that are listed at first. */
const DOCUMENTS = 6;

/** The details of an entity, as elements. */
export function entityDetail(state, row) {
  const { data } = state;
  const { entities } = data;
  return [
    heading(state, row),
    actions(state, row),
    part("Description", make("p", {}, ...sentences(state, data.descriptions[row] ?? []))),
    part("Facts", facts(state, row)),
    part("Attributes", attributes(state, row)),
    part("Decided", decisions(data.decisions(entities.id[row]))),
    ...connectionsOf(state, row),
  ].filter((one) => one && !isEmpty(one));
}

function heading({ data, colours }, row) {
  const { entities } = data;
  const type = data.types[entities.type[row]];
  const dot = make("span", { class: "dot" });
  dot.style.background = typeColours(data, colours)[entities.type[row]];
  return make(
    "header",
    {},
    make("h2", { id: "detail-title" }, named(entities.name[row])),
    make("p", { class: "marks" }, dot, typeWords(type), " · ",
      statusMark(entities.status[row], flagWords(entities.flags[row]))),
  ); // prettier-ignore
}

function actions(state, row) {
  const isFocused = state.focus === row;
  return make(
    "p",
    { class: "actions" },
    isFocused
      ? button("Leave focus", () => state.leaveFocus())
      : button("Focus", () => state.focusOn(row), { id: "focus-entity", "aria-keyshortcuts": "F" }),
    make("a", { class: "button", id: "entity-link", href: `#entity=${encodeURIComponent(state.data.entities.id[row])}` }, "Link"),
  );
}

function facts(state, row) {
  const { data } = state;
  const { entities } = data;
  const aliases = entities.aliases[row];
  const [, label] = data.communities[entities.community[row]];
  return terms([
    ["Also called", aliases.length ? aliases.flatMap((one, n) => [n ? ", " : "", named(one)]) : null],
    ["Community", button("", () => state.selectCommunity(entities.community[row]), { class: "entity-link", id: "entity-community" })],
    ["Named", passagesButton(state, entities.mentions[row], `in ${count(entities.mentions[row].length, "passage")}`)],
    ["Documents", documents(data, entities.documents[row])],
    ["Confidence", String(entities.confidence[row])],
    ["Dated", periodWords(entities.first_seen[row], entities.last_seen[row])],
  ].map(([term, said]) => (term === "Community" ? [term, filled(said, named(label))] : [term, said])));
}

/** The documents that state something, the first of many. */
export function documents(data, numbers) {
  if (!numbers.length) return null;
  const item = (number) => make("li", {}, named(data.documents[number][1]));
  const list = make("ul", { class: "plain" }, ...numbers.slice(0, DOCUMENTS).map(item));
  const rest = numbers.slice(DOCUMENTS);
  if (!rest.length) return list;
  const more = make("details", {}, make("summary", {}, `${rest.length} more`),
    make("ul", { class: "plain" }, ...rest.map(item))); // prettier-ignore
  return [list, more];
}

function attributes(state, row) {
  const rows = state.data.entities.attributes[row].map(([key, value, passages]) =>
    make("tr", {},
      make("th", { scope: "row" }, visible(keyWords(key))),
      make("td", {}, named(value), " ", passagesButton(state, passages))),
  ); // prettier-ignore
  return rows.length ? make("table", {}, make("tbody", {}, ...rows)) : null;
}

/** What people have decided, a line each. */
export function decisions(decided) {
  if (!decided.length) return null;
  return make("ul", { class: "plain" }, ...decided.map((one) => make("li", {}, visible(decisionWords(one)))));
}

function filled(element, ...children) {
  element.replaceChildren(...children);
  return element;
}

function isEmpty(element) {
  return element.tagName === "SECTION" && !element.textContent.replace(element.querySelector("h3")?.textContent ?? "", "").trim();
}
