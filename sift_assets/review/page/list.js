// The list of what is open, with its filters and counts.

import { ask } from "./api.js";
import { command, el, fill, foreign } from "./dom.js";
import { percent } from "./item.js";
import { go, memory, place } from "./place.js";
import { state } from "./state.js";

const KINDS = {
  merges: "Merges",
  variants: "Variants",
  splits: "Splits",
  relations: "Relations",
  contradictions: "Contradictions",
  proposals: "By agents",
};

/** Return the kind of one item. */
const kindOf = ({ kind }) => (kind === "proposals" ? "Agent" : KINDS[kind].slice(0, -1));

/** Ask what is open of what is wanted, and show it. */
export async function loadQueue() {
  const { wanted } = place();
  state.queue = await ask("queue", { ...wanted, apart: [...memory("apart")].join(",") });
  document.getElementById("open-count").textContent = state.queue.open;
  options(
    "kind",
    Object.keys(KINDS).filter((kind) => state.queue.kinds[kind]),
    (kind) => `${KINDS[kind]} (${state.queue.kinds[kind]})`,
    wanted.kind,
  );
  options(
    "type",
    Object.keys(state.queue.types),
    (type) => `${type} (${state.queue.types[type]})`,
    wanted.type,
  );
  field("text", wanted.text);
  field("least", percentOf(wanted.least));
  field("most", percentOf(wanted.most));
  showCounts();
  showList();
}

/** Return the form that narrows the list. */
export function filters() {
  const select = (name, label, empty) =>
    el(
      "label",
      {},
      label,
      el("select", { name, onchange: filter }, el("option", { value: "" }, empty)),
    );
  const number = (name, label) =>
    el(
      "label",
      {},
      label,
      el("input", { name, type: "number", min: 0, max: 100, step: 5, onchange: filter }),
    );
  return el(
    "form",
    { id: "filters", onsubmit: (event) => event.preventDefault() },
    select("kind", "Kind", "all"),
    select("type", "Type", "all"),
    el(
      "label",
      { class: "wide" },
      "Text ",
      el("kbd", {}, "/"),
      el("input", {
        name: "text",
        id: "filter-text",
        type: "search",
        oninput: filterSoon,
      }),
    ),
    number("least", "Score from %"),
    number("most", "to %"),
  );
}

/** Show how much is open, settled, skipped, and what is wrong with the log. */
export function showCounts() {
  const { queue } = state;
  const settled = Math.max(0, queue.asked - queue.open);
  const skipped = queue.items.filter((one) => memory("skipped").has(one.key)).length;
  const words = [
    `${queue.open} open of ${queue.asked}`,
    settled ? `${settled} settled since the last run` : "",
    skipped ? `${skipped} skipped` : "",
    queue.matching < queue.open ? `${queue.matching} match` : "",
  ];
  fill(
    document.getElementById("counts"),
    words.filter(Boolean).join(" · "),
    queue.conflicts.length
      ? el(
          "span",
          { class: "warning" },
          ` ${queue.conflicts.length} contradict each other: see Decided.`,
        )
      : "",
    queue.bad_lines
      ? el(
          "span",
          { class: "warning" },
          ` ${queue.bad_lines} lines of the log do not count: `,
          command("sift decisions fsck"),
          " names them.",
        )
      : "",
  );
  Object.assign(document.getElementById("progress"), {
    max: Math.max(1, queue.asked),
    value: settled,
  });
}

/** Show the list. */
export function showList() {
  const { items, matching } = state.queue;
  const skipped = memory("skipped");
  const rows = items.map((one) =>
    el(
      "li",
      {},
      el(
        "a",
        {
          href: `#review/${one.key}${place().query}`,
          "data-key": one.key,
          class: skipped.has(one.key) ? "skipped" : null,
          "aria-current": state.shown && state.shown.item.key === one.key ? "true" : null,
        },
        el("span", { class: `kind ${one.kind}` }, kindOf(one)),
        foreign(one.short),
        one.score === null ? null : el("span", { class: "score" }, percent(one.score)),
      ),
    ),
  );
  if (matching > items.length)
    rows.push(el("li", { class: "dim" }, `${matching - items.length} more: narrow them down.`));
  fill(document.getElementById("list"), rows);
}

let waiting = 0;

function filterSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 200);
}

function filter() {
  const given = new FormData(document.getElementById("filters"));
  const share = (name) => (given.get(name) === "" ? "" : String(Number(given.get(name)) / 100));
  const wanted = {
    kind: given.get("kind"),
    type: given.get("type"),
    text: given.get("text"),
    least: share("least"),
    most: share("most"),
  };
  state.shown = null;
  go("review", "", wanted);
}

function percentOf(share) {
  return share ? String(Math.round(share * 100)) : "";
}

/** Show what is wanted, but for what is just being typed. */
function field(name, value) {
  const input = document.querySelector(`#filters [name=${name}]`);
  if (input !== document.activeElement) input.value = value;
}

function options(name, values, words, chosen) {
  const select = document.querySelector(`#filters [name=${name}]`);
  const all = chosen && !values.includes(chosen) ? [...values, chosen] : values;
  fill(
    select,
    el("option", { value: "" }, "all"),
    ...all.map((value) =>
      el(
        "option",
        { value, selected: value === chosen },
        values.includes(value) ? words(value) : value,
      ),
    ),
  );
}
