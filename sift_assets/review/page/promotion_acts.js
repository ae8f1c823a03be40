// Saying something of an item of a seat: asked once more, done, and told whether it is in Central.

import { post } from "./api.js";
import { el, foreign, openDialog } from "./dom.js";
import { showMessage } from "./messages.js";
import { list } from "./promotion_words.js";

const ACTS = {
  approve: { button: "Approve", question: "Let this whole text into Central?", done: "Approved" },
  reject: { button: "Refuse", question: "Refuse this item?", done: "Refused", needsReason: true },
  retry: { button: "Deliver again", question: "Deliver it now?", done: "Delivered", isBare: true },
  abandon: { button: "Do not deliver", question: "Give its delivery up?", done: "Given up" },
  reopen: { button: "Ask again", question: "Take back what was decided?", done: "Open again" },
  revoke: { button: "Revoke", question: "Take it out of Central?", done: "Revoked" },
};
const WITHDRAW = { button: "Withdraw", question: "Withdraw it undelivered?", done: "Withdrawn" };
const MOST_REASON = 2000;

/** Return what may be said of an item; `shown` shows it again. */
export function actions(found, shown) {
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
          onclick: () => confirmed(name, act, found, shown),
        },
        act.button,
      ),
    );
  const isForOthers = row.is_own && row.state === "pending";
  return el(
    "p",
    { class: "answers" },
    buttons,
    " ",
    row.acts.includes("approve")
      ? el("span", { id: "unread", class: "dim" }, "Open the whole text before you approve it.")
      : null,
    isForOthers
      ? el("span", { class: "dim" }, "It is of your own seat: somebody else decides.")
      : null,
  );
}

/** Ask once more, with room for a reason, and do it. */
function confirmed(name, act, found, shown, drift = []) {
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
    await said(name, act, found, shown, reason.value, drift.length > 0);
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
      el(
        "button",
        { "data-confirm": name },
        drift.length ? `${act.button} all the same` : act.button,
      ),
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

async function said(name, act, found, shown, reason, despiteDrift) {
  const body = { item: found.row.id };
  if (!act.isBare) body.reason = reason;
  if (name === "approve") Object.assign(body, { shown: found.shown, despite_drift: despiteDrift });
  const dialog = document.getElementById("dialog");
  try {
    const done = await post(`promotion/${name}`, body);
    dialog.close();
    showMessage(doneWords(act, done), "good");
  } catch (error) {
    dialog.close();
    showMessage(error.message, "warning");
    const drift = (error.body && error.body.drift) || [];
    if (drift.length && !drift.some((one) => one.bars)) confirmed(name, act, found, shown, drift);
    if (error.status === 401) {
      window.dispatchEvent(new CustomEvent("entry", { detail: error }));
      return;
    }
  }
  try {
    await shown();
  } catch (error) {
    showMessage(error.message, "warning");
  }
}

function doneWords(act, done) {
  const { row } = done;
  if (done.is_left) {
    const rest = "The sweep after the next run removes what was made of it";
    return `${act.done}: its document has left. ${rest}, \`sift promotions revoke\` at once.`;
  }
  if (row.milestones.accepted) return `${act.done}: it is in Central's folder.`;
  return `${act.done}: it is ${row.state}, and not in Central.`;
}
