/** The filters as controls. */
import { at, button, make, named } from "./elements.js";
import { filtersSet, noFilters } from "./filtering.js";
import { typeColours } from "./colours.js";
import { ALL_STATUSES, count, keyWords, statusWords, typeWords } from "./words.js";

/** Make the controls; they follow the state, and change it. */
export function startFilters(state) {
  const build = () => at("filters").replaceChildren(...controls(state));
  const trail = make("section", { id: "trail", "aria-label": "Trail", hidden: true });
  build();
  at("filters").prepend(trail);
  const show = (isShown) => {
    at("filters").hidden = !isShown;
    at("toggle-filters").setAttribute("aria-expanded", String(isShown));
  };
  at("toggle-filters").addEventListener("click", () => show(at("filters").hidden));
  if (matchMedia("(max-width: 900px)").matches) show(false); // they would cover the picture
  state.listen((changed) => {
    if (changed.has("filters") || changed.has("colours")) refresh(state);
    if (changed.has("reset")) {
      build();
      at("filters").prepend(trail);
      refresh(state);
    }
  });
  refresh(state);
}

/** Show in the controls what follows from a change: totals and colours. */
function refresh(state) {
  const [entities, relations] = state.visible.counts;
  const all = entities === state.data.size && relations === state.data.relations.id.length;
  const of = all ? "" : ` of ${state.data.size.toLocaleString("en")}`;
  at("totals").textContent =
    `${entities.toLocaleString("en")}${of} ${state.data.size === 1 ? "entity" : "entities"}, ` +
    count(relations, "relation");
  const set = filtersSet(state.filters);
  at("toggle-filters").textContent = set ? `Filters (${set})` : "Filters";
  at("reset-filters").disabled = !set;
  typeColours(state.data, state.colours).forEach((colour, number) => {
    const picker = document.querySelector(`input[type="color"][data-type="${number}"]`);
    if (picker) picker.value = colour;
  });
}

function controls(state) {
  const { data } = state;
  const change = (changes) => state.change({ filters: { ...state.filters, ...changes } });
  const reset = () => state.change({ filters: noFilters(data), reset: true });
  return [
    make(
      "div",
      { class: "heading" },
      make("h2", {}, "Filters"),
      button("Reset", reset, { id: "reset-filters", class: "quiet" }),
    ),
    notes(data),
    choices("Entity types", "types", typeRows(state), state, change),
    choices("Communities", "communities", communityRows(state), state, change, false),
    choices("Relation types", "relationTypes", relationRows(data), state, change, false),
    choices("Status", "statuses", statusRows(data), state, change),
    documents(data, state, change),
    make(
      "fieldset",
      {},
      make("legend", {}, "At least"),
      slider("Connections", "degree", Math.min(20, Math.max(0, ...data.degree)), 1, change),
      slider("Documents", "support", Math.min(20, mostSupport(data)), 1, change),
      slider("Confidence", "confidence", 1, 0.05, change),
    ),
    dates(data, change),
  ].filter(Boolean);
}

/** What the page was made of, if it is a part of the graph. */
function notes({ about }) {
  const parts = about.choice.map((words) => `Only what is ${words}.`);
  if (about.left_out) {
    parts.push(`${count(about.left_out, "entity", "entities")} with the fewest connections are not on this page, for it would be too large. Name a part with sift view.`);
  }
  return parts.length ? make("p", { class: "note", id: "choice" }, parts.join(" ")) : null;
}

function typeRows(state) {
  const { data } = state;
  const sizes = tally(data.entities.type, data.types.length);
  return data.types
    .map((type, number) => [number, document.createTextNode(typeWords(type)), sizes[number]])
    .sort((one, other) => other[2] - one[2])
    .map(([number, words, size]) => [number, words, size, "", picker(number)]);

  function picker(number) {
    return make("input", {
      type: "color",
      "data-type": number,
      "aria-label": `Colour of ${typeWords(data.types[number])}`,
      input: (event) =>
        state.change({ colours: new Map(state.colours).set(number, event.target.value) }),
    });
  }
}

function communityRows(state) {
  const { data } = state;
  return data.communities
    .map(([, label], number) => [number, named(label), data.members[number].length])
    .filter(([, , size]) => size)
    .map(([number, words, size]) => [
      number,
      words,
      size,
      "",
      button("Story", () => state.selectCommunity(number), {
        class: "quiet",
        "aria-label": `Open the community ${data.communities[number][1]}`,
      }),
    ]);
}

function relationRows(data) {
  const sizes = tally(data.relations.type, data.relationTypes.length);
  return data.relationTypes
    .map((type, number) => [number, document.createTextNode(keyWords(type)), sizes[number]])
    .sort((one, other) => other[2] - one[2]);
}

function statusRows(data) {
  const number = (status) => ALL_STATUSES.indexOf(status);
  const sizes = tally(data.relations.status.map(number), ALL_STATUSES.length);
  const own = tally(data.entities.status.map(number), ALL_STATUSES.length);
  return ALL_STATUSES.map((status, row) => [
    row,
    document.createTextNode(statusWords(status)),
    sizes[row] + own[row],
    status,
  ]).filter(([, , size]) => size);
}

/** A group of check-boxes: what is unticked is hidden. */
function choices(title, name, rows, state, change, open = true) {
  const boxes = [];
  const tick = (all) => {
    boxes.forEach((box) => (box.checked = all));
    change({ [name]: new Set(all ? [] : rows.map(([number]) => number)) });
  };
  const items = rows.map(([number, words, size, mark, more]) => {
    const box = make("input", {
      type: "checkbox",
      checked: !state.filters[name].has(number),
      change: (event) => {
        const hidden = new Set(state.filters[name]);
        hidden[event.target.checked ? "delete" : "add"](number);
        change({ [name]: hidden });
      },
    });
    boxes.push(box);
    const given = { class: mark ? `status ${mark}` : "said", title: words.textContent };
    const label = make("label", {}, box, make("span", given, words));
    return make("li", {}, label, make("span", { class: "size" }, size.toLocaleString("en")), more);
  });
  return make(
    "details",
    { class: "choices", open },
    make("summary", {}, `${title} `, make("span", { class: "size" }, String(rows.length))),
    make(
      "p",
      { class: "all" },
      button("All", () => tick(true), { class: "quiet" }),
      button("None", () => tick(false), { class: "quiet" }),
    ),
    make("ul", {}, ...items),
  );
}

function documents(data, state, change) {
  const sizes = new Array(data.documents.length).fill(0);
  for (const listed of data.entities.documents) for (const one of listed) sizes[one] += 1;
  const options = data.documents.map(([, path], number) =>
    make("option", { value: number, selected: state.filters.document === number },
      `${path} (${sizes[number]})`),
  );
  return make(
    "label",
    { class: "field" },
    "Stated by document",
    make(
      "select",
      { id: "document-filter", change: (event) => change({ document: Number(event.target.value) }) },
      make("option", { value: -1 }, "any document"),
      ...options,
    ),
  );
}

function slider(title, name, most, step, change) {
  const value = make("output", {}, "0");
  const input = make("input", {
    type: "range",
    id: `least-${name}`,
    min: 0,
    max: most,
    step,
    value: 0,
    input: (event) => {
      value.textContent = event.target.value;
      change({ [name]: Number(event.target.value) });
    },
  });
  return make("label", { class: "slider" }, make("span", {}, title), input, value);
}

function dates(data, change) {
  const dated = [data.entities.first_seen, data.relations.valid_from, data.relations.first_seen];
  if (!dated.some((column) => column.some(Boolean))) return null;
  const field = (title, name) =>
    make("label", { class: "field" }, title,
      make("input", {
        type: "text",
        id: `date-${name}`,
        inputmode: "numeric",
        placeholder: "2022 or 2022-11-30",
        pattern: "\\d{4}(-\\d{2}(-\\d{2})?)?",
        change: (event) => {
          if (event.target.validity.valid) change({ [name]: event.target.value });
        },
      }));
  return make(
    "fieldset",
    {},
    make("legend", {}, "Dates"),
    field("from", "from"),
    field("to", "to"),
    make("p", { class: "note" }, "Of a relation the period it holds, else the dates of documents. What has no date is hidden then."),
  );
}

function mostSupport(data) {
  return Math.max(0, ...data.entities.support);
}

function tally(numbers, size) {
  const found = new Array(size).fill(0);
  for (const one of numbers) found[one] += 1;
  return found;
}
