// What of people's seats may come to Central: the list, one item with its whole text, deciding.

import { ask, post } from "./api.js";
import { command, counted, el, fill, foreign, moment, openDialog } from "./dom.js";
import { showMessage } from "./messages.js";
import { place } from "./place.js";

const MILESTONES = {
  accepted: "in Central's folder",
  indexed: "facts extracted",
  retrievable: "answers find it",
};
const ACTS = {
  approve: { button: "Approve", question: "Let this whole text into Central?", done: "Approved" },
  reject: { button: "Refuse", question: "Refuse this item?", done: "Refused", needsReason: true },
  retry: { button: "Deliver again", question: "Deliver it now?", done: "Delivered", isBare: true },
  abandon: { button: "Do not deliver", question: "Give its delivery up?", done: "Given up" },
  reopen: { button: "Ask again", question: "Take back what was decided?", done: "Open again" },
  revoke: { button: "Revoke", question: "Take it out of Central?", done: "Revoked" },
};
const WITHDRAW = { button: "Withdraw", question: "Withdraw it undelivered?", done: "Withdrawn" };
const REASONS = {
  no_model: "no model has judged it",
  capture_tag_not_org_work: "does not say that it is the organisation's work",
  autonomy_review: "the seat wants a person to look",
  sampled: "would go by itself, and one in so many is asked",
};
const MOST_REASON = 2000;

/** Show the items, or the one that the address names. */
export async function showPromotions() {
  const { key } = place();
  if (key) await showItem(key);
  else await showList();
}

async function showList() {
  const found = await ask("promotions");
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

function saidLine(row) {
  const words = [foreign(row.decided_by), `, ${moment(row.decided_at)}`];
  if (row.why) words.push(": ", foreign(row.why));
  return [words, " · ", row.failure ? "not in Central" : reachedWords(row)];
}

function reachedWords(row) {
  const reached = Object.entries(MILESTONES).filter(([name]) => row.milestones[name]);
  return reached.length ? reached.map(([, words]) => words).join(", ") : "not in Central";
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
    actions(found),
  );
}

function page(...children) {
  fill(document.getElementById("content"), el("article", { class: "page promotion" }, children));
}

function stateOf(row) {
  return el("span", { class: `state ${row.state}` }, row.state);
}

function whyOf(row) {
  return el("span", { class: "why" }, REASONS[row.reason] || row.reason.replaceAll("_", " "));
}

function evidenceLine(row) {
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

function outcomeOf(row) {
  if (row.failure) {
    return el("p", { class: "warning", role: "alert" }, "Not in Central: ", foreign(row.failure));
  }
  return null;
}

function facts(row, found) {
  const said = row.decided_by
    ? [foreign(row.decided_by), ` on ${moment(row.decided_at)}`, row.why ? ": " : "", foreign(row.why)]
    : null;
  return definitions([
    ["Document of the seat", foreign(found.document)],
    ["Tags", found.tags.length ? foreign(found.tags.join(", ")) : null],
    ["Root", found.root === "none" ? null : found.root],
    ["In the queue since", moment(row.assessed_at)],
    ["May be approved until", moment(row.expires_at)],
    ["Said last", said],
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
      ["Findings", list(found.findings.map((one) => `${one.kind}, line ${one.line} (${one.severity})`))],
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
  return el(
    "details",
    { id: "whole", ontoggle: opened },
    el("summary", {}, `The whole text, ${counted(found.text.length, "character")}`),
    el("pre", { tabindex: "0", "aria-label": "The whole text" }, foreign(found.text)),
  );
}

/** Only what has been opened can be approved. */
function opened() {
  if (!this.open) return;
  const button = document.querySelector("[data-act=approve]");
  if (button) button.disabled = false;
  const hint = document.getElementById("unread");
  if (hint) hint.hidden = true;
}

function actions(found) {
  const { row } = found;
  const buttons = Object.entries(ACTS)
    .filter(([name]) => row.acts.includes(name))
    .map(([name, act]) => [name, name === "revoke" && row.state !== "delivered" ? WITHDRAW : act])
    .map(([name, act]) =>
      el(
        "button",
        {
          type: "button",
          "data-act": name,
          disabled: name === "approve",
          onclick: () => confirmed(name, act, found),
        },
        act.button,
      ),
    );
  const words = row.is_own && row.state === "pending" ? "It is of your own seat: somebody else decides." : "";
  return el(
    "p",
    { class: "answers" },
    buttons,
    " ",
    row.acts.includes("approve")
      ? el("span", { id: "unread", class: "dim" }, "Open the whole text before you approve it.")
      : null,
    el("span", { class: "dim" }, words),
  );
}

/** Ask once more, with room for a reason, and do it. */
function confirmed(name, act, found, drift = []) {
  const reason = el("textarea", { name: "reason", rows: 3, maxlength: MOST_REASON });
  const problem = el("p", { class: "warning", role: "alert" }, "");
  const send = async (event) => {
    event.preventDefault();
    if (act.needsReason && !reason.value.trim()) {
      problem.textContent = "A refusal needs a reason.";
      reason.focus();
      return;
    }
    event.submitter.disabled = true;
    await said(name, act, found, reason.value, drift.length > 0);
  };
  openDialog(
    act.question,
    el("p", { class: "dim" }, foreign(found.title || found.document)),
    drift.length ? drifted(drift) : null,
    el(
      "form",
      { class: "confirm", onsubmit: send },
      act.isBare
        ? null
        : el("label", {}, act.needsReason ? "Why (needed) " : "Why (may be empty) ", reason),
      problem,
      el("button", { "data-confirm": name }, drift.length ? `${act.button} all the same` : act.button),
    ),
  );
  if (!act.isBare) reason.focus();
}

function drifted(drift) {
  return [
    el("p", { class: "warning" }, "It has changed since it was assessed:"),
    list(drift.map((one) => `${one.what}: was ${one.then}, is ${one.now}`)),
  ];
}

async function said(name, act, found, reason, despiteDrift) {
  const body = { item: found.row.id };
  if (!act.isBare) body.reason = reason;
  if (name === "approve") Object.assign(body, { shown: found.shown, despite_drift: despiteDrift });
  const dialog = document.getElementById("dialog");
  try {
    const done = await post(`promotion/${name}`, body);
    dialog.close();
    showMessage(doneWords(act, done.row), "good");
  } catch (error) {
    dialog.close();
    showMessage(error.message, "warning");
    const drift = (error.body && error.body.drift) || [];
    if (drift.length && !drift.some((one) => one.bars)) confirmed(name, act, found, drift);
    if (error.status === 401) {
      window.dispatchEvent(new CustomEvent("entry", { detail: error }));
      return;
    }
  }
  try {
    await showItem(found.row.id);
  } catch (error) {
    showMessage(error.message, "warning");
  }
}

function doneWords(act, row) {
  if (row.milestones.accepted) return `${act.done}: it is in Central's folder.`;
  return `${act.done}: it is ${row.state}, and not in Central.`;
}

function definitions(pairs) {
  return el(
    "dl",
    {},
    pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

function list(lines) {
  if (!lines.length) return null;
  return el(
    "ul",
    {},
    lines.map((one) => el("li", {}, foreign(one))),
  );
}
