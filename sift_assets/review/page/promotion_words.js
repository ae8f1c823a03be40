// What is said of an item of a seat, in words: in the list, and beside its text.

import { counted, el, fill, foreign, moment } from "./dom.js";

const MILESTONES = {
  accepted: "in Central's folder",
  indexed: "facts extracted",
  retrievable: "answers find it",
};
const REASONS = {
  no_model: "no model has judged it",
  capture_tag_not_org_work: "does not say that it is the organisation's work",
  autonomy_review: "the seat wants a person to look",
  sampled: "would go by itself, and one in so many is asked",
};

/** Show these in the place of the page. */
export function page(...children) {
  fill(document.getElementById("content"), el("article", { class: "page promotion" }, children));
}

/** Return the state of an item. */
export function stateOf(row) {
  return el("span", { class: `state ${row.state}` }, row.state);
}

/** Return why it is proposed. */
export function whyOf(row) {
  return el("span", { class: "why" }, REASONS[row.reason] || row.reason.replaceAll("_", " "));
}

/** Return what was found out, in a line. */
export function evidenceLine(row) {
  return [
    row.reference.replaceAll("_", " "),
    counted(row.hints, "hint"),
    `${row.hits} named in Central`,
    row.model ? `score ${row.score.toFixed(2)}` : "no model asked",
    `secrets: ${row.scan}`,
    `until ${row.expires_at.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Return who said the last word, and what came of it. */
export function saidLine(row) {
  const words = [foreign(row.decided_by), `, ${moment(row.decided_at)}`];
  if (row.why) words.push(": ", foreign(row.why));
  return [words, " · ", row.failure ? "not in Central" : reachedWords(row)];
}

/** Return how far an item is on its way to readers. */
export function reachedWords(row) {
  const reached = Object.entries(MILESTONES).filter(([name]) => row.milestones[name]);
  return reached.length ? reached.map(([, words]) => words).join(", ") : "not in Central";
}

/** Return pairs of a name and a value, without those that have none. */
export function definitions(pairs) {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

/** Return lines as a list; nothing for none. */
export function list(lines) {
  if (!lines.length) return null;
  return el(
    "ul",
    {},
    lines.map((one) => el("li", {}, foreign(one))),
  );
}
