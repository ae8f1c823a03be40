// One item of the queue: what is asked, the evidence on each side, how the sides compare.

import { counted, el, foreign, moment, span } from "./dom.js";
import { quotes } from "./passages.js";

/** Return an item as it is shown. `facts` holds the numbers of facts that are marked to stand. */
export function itemPanel(shown, facts, onFact) {
  const { item } = shown;
  const isContradiction = item.kind === "contradictions";
  return [
    el("p", { class: "asked" }, item.asked),
    el("h1", { tabindex: "-1", id: "item-title" }, foreign(item.short)),
    item.constant
      ? el("p", { class: "warning" }, "The score says nothing of these: look at the evidence.")
      : null,
    item.means ? el("p", { class: "dim" }, item.means) : null,
    item.proposed ? proposed(item.proposed) : null,
    el(
      "div",
      { class: "sides", "data-sides": Math.min(item.sides.length, 3) },
      item.sides.map((one, at) =>
        side(one, at + 1, isContradiction ? { isMarked: facts.has(at + 1), onFact } : null),
      ),
    ),
    item.parts.length ? parts(item.parts) : null,
    item.reasons.map((reason) => el("p", { class: "dim" }, foreign(reason))),
    item.compared.length ? compared(item) : null,
    past(shown.history),
  ];
}

/** Return what an agent says, as its words and no evidence, and the passages that it names. */
function proposed(one) {
  const gone = one.lost ? `Gone or changed: ${counted(one.lost, "passage")} that it names.` : "";
  const none = one.passages.length || one.lost ? "" : "The agent names no passage.";
  return el(
    "section",
    { class: "proposed", "aria-label": "What the agent says" },
    el(
      "p",
      {},
      one.agent ? ["The agent “", foreign(one.agent), "”"] : "An agent without a name",
      " says",
      el("span", { class: "dim" }, `, ${moment(one.time)}, as `, el("code", {}, one.id)),
      ":",
    ),
    el("p", {}, el("q", { dir: "auto" }, one.reason)),
    one.passages.length
      ? [el("p", { class: "dim" }, "It names these passages:"), quotes(one.passages)]
      : null,
    one.wants_passages && (gone || none) ? el("p", { class: "dim" }, gone, none) : null,
  );
}

function side(one, number, choice) {
  const id = `side-${number}`;
  const heading = choice
    ? el(
        "label",
        {},
        el("input", {
          type: "checkbox",
          checked: choice.isMarked,
          onchange: () => choice.onFact(number),
        }),
        el("kbd", {}, number),
        " ",
        foreign(one.title),
      )
    : [foreign(one.title)];
  const documents = one.documents.length ? list(one.documents, one.support) : "";
  return el(
    "section",
    { class: "side", "aria-labelledby": id },
    el("h2", { id }, heading, one.type ? el("span", { class: "tag" }, one.type) : null),
    one.id && !choice
      ? el("p", { class: "dim id" }, one.type ? explored(one.id) : foreign(one.id))
      : null,
    facts(one, documents),
    one.neighbours.length ? el("ul", { class: "neighbours" }, one.neighbours.map(neighbour)) : null,
    one.quotes.length ? quotes(one.quotes) : el("p", { class: "dim" }, "No quote is at hand."),
  );
}

/** Return the id of an entity, as a link into the explorer where there is one. */
function explored(id) {
  if (document.getElementById("viewer").hidden) return foreign(id);
  const href = `/viewer#entity=${encodeURIComponent(id)}`;
  return el(
    "a",
    { href, target: "_blank", rel: "noopener", title: "In the explorer" },
    foreign(id),
  );
}

function facts(one, documents) {
  const rows = [
    one.aliases.length ? ["also called", list(one.aliases)] : null,
    ...one.roles.map((fact) => [foreign(fact.key), foreign(fact.value)]),
    one.support
      ? ["in", [counted(one.support, "document"), documents ? ": " : "", documents]]
      : null,
    one.first || one.last ? ["from", span(one.first, one.last)] : null,
    one.flags.length ? ["waits for", one.flags.join(", ").replaceAll("_", " ")] : null,
    one.new.length ? ["new since", list(one.new)] : null,
  ].filter(Boolean);
  return el(
    "dl",
    {},
    rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

function list(names, all = 0) {
  const more = Math.max(all, names.length) - names.length;
  const parted = names.flatMap((name, at) => [at ? ", " : "", foreign(name)]);
  return more > 0 ? [...parted, ` and ${more} more`] : parted;
}

function neighbour(one) {
  const arrow = one.direction === "out" ? "→" : "←";
  return el("li", {}, `${arrow} `, foreign(one.relation), " ", foreign(one.name));
}

function parts(all) {
  return el(
    "ol",
    { class: "parts" },
    all.map((documents) => el("li", {}, list(documents))),
  );
}

function compared(item) {
  return el(
    "details",
    { open: item.compared.length < 4 },
    el("summary", {}, "How they compare"),
    item.compared.map((pair) =>
      el(
        "div",
        { class: "pair" },
        el(
          "p",
          {},
          `${pair.first}–${pair.second}`,
          item.constant ? "" : `  ${percent(pair.score)}`,
          el("span", { class: "dim" }, `  found by ${pair.blocked_by.join(", ")}`),
        ),
        el(
          "ul",
          { class: "levels" },
          pair.levels.map((one) =>
            el(
              "li",
              { class: one.weight < 0 ? "against" : "for" },
              `${one.comparison} ${one.level} ${one.weight < 0 ? "" : "+"}${one.weight.toFixed(1)}`,
            ),
          ),
        ),
        pair.shared.length ? el("p", {}, "both related to ", list(pair.shared)) : null,
        pair.opinion ? el("p", { class: "dim" }, foreign(pair.opinion)) : null,
        pair.stated.length ? quotes(pair.stated) : null,
      ),
    ),
  );
}

function past(history) {
  if (!history.length) return null;
  return el(
    "details",
    { id: "history" },
    el("summary", {}, `History (${history.length})`, " ", el("kbd", {}, "h")),
    el(
      "ol",
      { class: "decisions" },
      history.map((row) => el("li", {}, decisionWords(row))),
    ),
  );
}

/** Return a decision in words: what, who, when, through what, why, and what became of it. */
export function decisionWords(row) {
  return [
    el("span", { class: row.standing === "undone" ? "says undone" : "says" }, foreign(row.says)),
    el(
      "span",
      { class: "dim" },
      " ",
      foreign(row.actor),
      `, ${row.channel}${row.rule ? ` ${row.rule}` : ""}, ${moment(row.time)}`,
    ),
    row.proposal && row.act !== "drop"
      ? el("span", { class: "dim" }, `, as an agent proposed (${row.proposal})`)
      : null,
    row.standing === "in_force"
      ? null
      : el("span", { class: `tag ${row.standing}` }, row.standing.replaceAll("_", " ")),
    row.because ? el("span", { class: "dim" }, " ", foreign(row.because)) : null,
    row.reason ? el("q", {}, row.reason) : null,
  ];
}

/** Return a probability as people read it. */
export function percent(score) {
  return `${Math.round(score * 100)} %`;
}
