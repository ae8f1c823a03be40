// What of people's seats may come to Central: the list, and one item with its whole text.

import { actions } from "./promotion_acts.js";
import { Refused, ask } from "./api.js";
import { command, counted, el, fill, foreign, moment } from "./dom.js";
import { place } from "./place.js";
import {
  definitions,
  evidenceLine,
  list,
  page,
  reachedWords,
  saidLine,
  stateOf,
  whyOf,
} from "./promotion_words.js";

let pulse = ""; // of the list that is shown, empty for none

/** Show the items, or the one that the address names. */
export async function showPromotions() {
  const { key } = place();
  pulse = "";
  if (key) await showItem(key);
  else await showList();
}

/** Look whether others have decided something; an item that somebody reads stays as it is. */
export async function refreshPromotions() {
  if (!pulse || place().key) return;
  const now = await pulseNow();
  if (now === pulse || place().key) return;
  const content = document.getElementById("content");
  const reached = content.scrollTop;
  const focused = document.activeElement?.closest("[data-item]")?.dataset.item;
  await showList();
  content.scrollTop = reached;
  if (focused) content.querySelector(`[data-item="${focused}"] a`)?.focus({ preventScroll: true });
}

/** Return what changes whenever the list may; who may not see it any more does not ask again. */
async function pulseNow() {
  try {
    return (await ask("promotions-pulse")).pulse;
  } catch (error) {
    if (error instanceof Refused) pulse = "";
    throw error;
  }
}

async function showList() {
  const found = await ask("promotions");
  if (place().key) return; // somebody has opened an item meanwhile
  pulse = found.pulse;
  const open = found.items.filter((one) => one.state === "pending");
  const others = found.items.filter((one) => one.state !== "pending");
  page(
    el("h1", {}, "Promotions"),
    el(
      "p",
      { class: "dim" },
      "What is proposed from people's seats. Nothing of it is in Central until it is approved: ",
      "by somebody who has read it, or by the rule of a seat that goes by itself.",
    ),
    found.dry_run
      ? el(
          "p",
          { class: "warning" },
          "Sweeps only say what they would do (",
          command("promotion.dry_run"),
          ").",
        )
      : null,
    section("Waits for a decision", open, "Nothing waits."),
    others.length ? section("Decided and over", others, "") : null,
    found.all > found.items.length
      ? el("p", { class: "dim" }, `The first ${found.items.length} of ${found.all}.`)
      : null,
  );
}

function section(heading, rows, empty) {
  return el(
    "section",
    {},
    el("h2", {}, heading, " ", el("span", { class: "count" }, rows.length)),
    rows.length ? el("ol", { class: "promotions" }, rows.map(card)) : el("p", {}, empty),
  );
}

function card(row) {
  return el(
    "li",
    { "data-item": row.id },
    el(
      "a",
      { href: `#promotions/${row.id}` },
      el("span", { class: "head" }, stateOf(row), el("b", {}, row.seat), " ", whyOf(row)),
      el(
        "span",
        { class: "preview" },
        row.preview ? foreign(row.preview) : el("em", {}, "No preview: open it to read."),
      ),
      el("span", { class: "dim" }, evidenceLine(row)),
      row.decided_by ? el("span", { class: "dim" }, saidLine(row)) : null,
    ),
  );
}

async function showItem(id) {
  const found = await ask("promotion", { item: id });
  const { row } = found;
  page(
    el("p", {}, el("a", { href: "#promotions" }, "All promotions")),
    el("h1", {}, foreign(found.title || found.document)),
    el("p", { class: "head" }, stateOf(row), "of seat ", el("b", {}, row.seat), ", ", whyOf(row)),
    outcomeOf(row),
    facts(row, found),
    evidence(found),
    wholeText(found),
    actions(found, () => showItem(id)),
  );
}

function outcomeOf(row) {
  if (row.failure) {
    return el("p", { class: "warning", role: "alert" }, "Not in Central: ", foreign(row.failure));
  }
  return null;
}

function facts(row, found) {
  const why = row.why ? [": ", foreign(row.why)] : [];
  const said = [foreign(row.decided_by), ` on ${moment(row.decided_at)}`, why];
  return definitions([
    ["Document of the seat", foreign(found.document)],
    ["Tags", found.tags.length ? foreign(found.tags.join(", ")) : null],
    ["Root", found.root === "none" ? null : found.root],
    ["In the queue since", moment(row.assessed_at)],
    ["May be approved until", moment(row.expires_at)],
    ["Said last", row.decided_by ? said : null],
    ["Deliveries begun", row.attempts || null],
    ["Milestones", reachedWords(row)],
  ]);
}

function evidence(found) {
  const { reference, verdict, row } = found;
  return el(
    "details",
    { open: true },
    el("summary", {}, "What was found out"),
    definitions([
      ["Secrets", row.scan],
      ["Findings", list(found.findings.map(findingWords))],
      ["Tie to the organisation", reference ? foreign(reference.reason) : "not looked for"],
      ["Hints", reference ? list(reference.hints.map(hintWords)) : null],
      ["Named in Central", reference ? list(reference.hits.map(hitWords)) : null],
      ["Model", verdict ? foreign(verdict.model) : "none was asked"],
      ["Of use", verdict ? yes(verdict.relevant) : null],
      ["Sensitive", verdict ? yes(verdict.sensitive) : null],
      ["Score", verdict ? verdict.score.toFixed(2) : null],
      ["It says", verdict ? foreign(verdict.reason) : null],
      ["Looked at", verdict ? counted(verdict.chunks, "piece") : null],
      ["Sampled", row.sampled ? "yes: it would go by itself, and one in so many is asked" : null],
    ]),
  );
}

function findingWords(one) {
  return `${one.kind}, line ${one.line} (${one.severity})`;
}

function hintWords(one) {
  return `${one.kind}: ${one.value}${one.tracked ? `, of ${one.tracked}` : ""}`;
}

function hitWords(one) {
  return `${one.name} (${one.type}), in ${counted(one.documents, "document")}`;
}

function yes(is) {
  return is ? "yes" : "no";
}

/** Return the whole text, closed until somebody opens it to read. */
function wholeText(found) {
  const text = el("pre", { tabindex: "0", "aria-label": "The whole text" }, foreign(found.text));
  const problem = el("span", { class: "warning", role: "alert" });
  const hide = el("input", {
    type: "checkbox",
    id: "hide-secrets",
    onchange: (event) => toggled(event.target, found, text, problem),
  });
  return el(
    "details",
    { id: "whole", ontoggle: opened },
    el("summary", {}, `The whole text, ${counted(found.text.length, "character")}`),
    el("p", {}, el("label", {}, hide, " Hide secrets"), " ", problem),
    text,
  );
}

/** Show a text with secrets hidden, or as it is; where nobody can look for them, none of it. */
async function toggled(box, found, text, problem) {
  fill(problem);
  fill(text, box.checked ? "" : foreign(found.text));
  if (!box.checked) return;
  try {
    const hidden = await ask("promotion-hidden", { item: found.row.id });
    if (box.checked) fill(text, foreign(hidden.text));
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      window.dispatchEvent(new CustomEvent("entry", { detail: error }));
    } else fill(problem, error.message);
  }
}

/** Only what has been opened can be approved. */
function opened() {
  if (!this.open) return;
  const button = document.querySelector("[data-act=approve]");
  if (button) button.disabled = false;
  const hint = document.getElementById("unread");
  if (hint) hint.hidden = true;
}
