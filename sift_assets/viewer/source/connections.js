/** What an entity has to do with others, grouped by direction. */
import { button, make, named } from "./elements.js";
import { entityButton, part, passagesButton, statusMark } from "./parts.js";
import { count, keyWords, periodWords, relationWords } from "./words.js";

/** Connections of a direction that are listed at first. */
const AT_FIRST = 40;

/** Sections of connections: outgoing, incoming, and what holds either way. */
export function connectionsOf(state, row) {
  const all = state.connections(row);
  const hidden = state.data.related[row].length - all.length;
  const types = [...new Set(all.map((one) => state.data.relations.type[one]))];
  const holder = make("div", { class: "connections" });
  const show = (type) => {
    const chosen = type < 0 ? all : all.filter((one) => state.data.relations.type[one] === type);
    holder.replaceChildren(...directions(state, row, chosen));
  };
  show(-1);
  const note = hidden ? make("p", { class: "note" }, `Filters hide ${count(hidden, "connection")}.`) : null;
  const isLong = types.length > 1 && all.length > 4;
  return [isLong ? choice(state.data, types, all.length, show) : null, holder, note];
}

function choice(data, types, size, show) {
  const options = types.map((type) => make("option", { value: type }, keyWords(data.relationTypes[type])));
  return make(
    "label",
    { class: "field" },
    "Connections",
    make(
      "select",
      { id: "connection-type", change: (event) => show(Number(event.target.value)) },
      make("option", { value: -1 }, `of any type (${size})`),
      ...options,
    ),
  );
}

function directions(state, row, relations) {
  const { data } = state;
  const isEither = (one) => data.wordings[data.relations.wording[one]][3];
  const groups = [
    ["Outgoing", (one) => !isEither(one) && data.isOutgoing(one, row)],
    ["Incoming", (one) => !isEither(one) && !data.isOutgoing(one, row)],
    ["Either way", isEither],
  ];
  return groups
    .map(([title, belongs]) => [title, relations.filter(belongs)])
    .filter(([, found]) => found.length)
    .map(([title, found]) => part(`${title} (${found.length})`, listed(state, row, found)));
}

function listed(state, row, relations) {
  const item = (relation) => connection(state, row, relation);
  const list = make("ul", { class: "plain cards" }, ...relations.slice(0, AT_FIRST).map(item));
  const rest = relations.slice(AT_FIRST);
  if (!rest.length) return list;
  const more = button(`Show ${rest.length} more`, () => {
    more.remove();
    list.append(...rest.map(item));
  });
  return [list, more];
}

function connection(state, row, relation) {
  const { data } = state;
  const { relations } = data;
  const passages = relations.evidence[relation].map(([passage]) => passage);
  const period = periodWords(relations.valid_from[relation], relations.valid_to[relation]);
  const isPending = data.isPending("relations", relation);
  const isConfirmed = relations.status[relation] === "confirmed";
  return make(
    "li",
    { class: `card ${relations.status[relation]}`, "data-relation": relation },
    make(
      "button",
      { type: "button", class: "quiet relation-words", click: () => state.selectRelation(relation) },
      named(relationWords(data, relation, row)),
    ),
    " ",
    entityButton(state, data.other(relation, row)),
    make(
      "p",
      { class: "about" },
      period ? `${period} · ` : "",
      passagesButton(state, passages),
      isPending || isConfirmed ? statusMark(relations.status[relation]) : null,
    ),
  );
}
