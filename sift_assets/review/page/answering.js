// What somebody says of the item that is looked at: by key, by button, and what follows.

import { say, unsent } from "./api.js";
import { el, fill } from "./dom.js";
import { loadQueue, showCounts, showList } from "./list.js";
import { showMessage, showUnsent } from "./messages.js";
import { go, kept, memory, place } from "./place.js";
import { mark, refreshReview, showItem, showNothing, whenShown } from "./review.js";
import { at, nextKey, state } from "./state.js";

const TOO_SOON = 250; // milliseconds: nobody has read what has just appeared

const ACTS = {
  a: () => decide("approve"),
  r: () => decide("reject"),
  s: skip,
  u: undo,
  n: () => move(1),
  p: () => move(-1),
  o: takeApart,
  h: () => document.getElementById("history")?.toggleAttribute("open"),
  w: () => document.getElementById("reason").focus(),
  "/": () => document.getElementById("filter-text").focus(),
  f: () => document.getElementById("filter-text").focus(),
};

/** Do what a key says; return whether it says anything here. */
export function reviewKey(pressed) {
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  const digit = /^[1-9]$/.test(key) && state.shown && state.shown.item.kind === "contradictions";
  if (digit) mark(Number(key));
  else if (key === "Enter") keep();
  else if (Object.hasOwn(ACTS, key)) ACTS[key]();
  else return false;
  return true;
}

/** Tell the server what somebody says, then show what comes next. */
export async function tell(saying, next = "") {
  if (state.isBusy) return;
  state.isBusy = true;
  showBusy(true);
  try {
    const found = await say(saying, showUnsent);
    showUnsent("");
    remember(saying, found);
    const words = (found.undone || found.written).map((row) => row.says).join(", ");
    showMessage(
      saying.name === "undo" ? `Taken back: ${words}` : `Saved: ${words}`,
      "good",
      found.conflicts,
    );
    state.shown = null;
    state.isBusy = false;
    await follow(saying, next);
  } catch (error) {
    state.isBusy = false;
    showBusy(false);
    showUnsent(unsent() ? error.message : "");
    if (error.status === 401) {
      window.dispatchEvent(new CustomEvent("entry", { detail: error }));
      return;
    }
    showMessage(error.message, "warning");
    if (saying.name === "undo" && error.status < 500) remember(saying, {}); // not mine to take back
    if (document.getElementById("panel")) await refreshReview();
  }
}

whenShown(() => {
  bar();
  showBusy(false);
});

/** Let the page say that keys do not count until what was said is saved and the next is shown. */
function showBusy(is) {
  document.getElementById("panel")?.setAttribute("aria-busy", String(is));
}

function bar() {
  const may = state.person.role === "reviewer";
  const looking = [
    button("s", "Skip", skip),
    button("p", "Previous", () => move(-1)),
    button("n", "Next", () => move(1)),
  ];
  fill(
    document.getElementById("bar"),
    may ? [state.shown ? answers(state.shown) : null, undoButton()] : null,
    may ? null : el("span", { class: "dim" }, "You may look, but not decide."),
    state.shown ? looking : null,
    may && state.shown ? why() : null,
  );
  const { shown } = state;
  document.getElementById("take-back")?.addEventListener("click", () => {
    tell({ name: "undo", body: { decisions: [shown.by.id], after: shown.latest } });
  });
}

function answers({ item, settled }) {
  const isContradiction = item.kind === "contradictions";
  return [
    button("a", isContradiction ? "All stand" : "Approve", ACTS.a, settled),
    button("r", isContradiction ? "None stands" : "Reject", ACTS.r, settled),
    isContradiction ? button("Enter", "The marked stand", keep, settled) : null,
    item.pairs.length ? button("o", "Pair by pair", takeApart, settled) : null,
  ];
}

function undoButton() {
  return button("u", "Undo my last", undo, memory("made").size === 0);
}

function button(key, words, act, isOff = false) {
  const properties = { type: "button", disabled: isOff, "data-act": key, onclick: act };
  return el("button", properties, `${words} `, el("kbd", {}, key));
}

function why() {
  const before = document.getElementById("reason");
  const { key } = state.shown.item;
  return el("input", {
    id: "reason",
    "aria-label": "Why",
    placeholder: "Why (w)",
    maxlength: 2000,
    "data-key": key,
    value: before && before.dataset.key === key ? before.value : "",
    onkeydown: leaveOnEnter,
  });
}

function leaveOnEnter(event) {
  if (event.key !== "Enter" && event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  document.getElementById("item-title")?.focus();
}

function move(step) {
  const key = nextKey(at(), step);
  showMessage("");
  if (key) go("review", key);
}

function skip() {
  if (!state.shown) return;
  showMessage("");
  const { key } = state.shown.item;
  const next = nextKey(at());
  kept("skipped", [...memory("skipped"), key]);
  showList();
  showCounts();
  if (next && next !== key) go("review", next);
  else {
    state.shown = null;
    showNothing();
  }
}

function keep() {
  if (!state.shown || state.shown.item.kind !== "contradictions") return;
  if (!state.facts.size)
    showMessage("Mark the facts that stand by their numbers, or press a for all, r for none.");
  else decide("keep");
}

async function takeApart() {
  if (!state.shown || !state.shown.item.pairs.length || state.shown.settled) return;
  const from = at();
  kept("apart", [...memory("apart"), state.shown.item.key]);
  state.shown = null;
  await loadQueue();
  go("review", state.queue.items[from] ? state.queue.items[from].key : nextKey(-1));
}

async function decide(word) {
  const { shown } = state;
  if (!shown || shown.settled || !ready()) return;
  const { key, shown: hash } = shown.item;
  const body = {
    key,
    shown: hash,
    word,
    facts: [...state.facts].sort(),
    reason: document.getElementById("reason").value,
    after: shown.latest,
  };
  await tell({ name: "decide", body }, nextKey(at()));
}

async function undo() {
  const made = [...memory("made")];
  if (!made.length) {
    showMessage("Nothing was decided in this sitting; see Decided.");
    return;
  }
  if (!ready()) return;
  const last = JSON.parse(made.at(-1));
  await tell({ name: "undo", body: { decisions: last.ids, after: state.queue.latest } }, last.key);
}

/** Say whether an answer counts: theirs may, what is shown was there for a moment, all is saved. */
function ready() {
  if (state.person.role !== "reviewer" || state.isBusy) return false;
  if (unsent()) {
    showMessage("Not saved yet; wait, or give it up.", "warning");
    return false;
  }
  return performance.now() - state.since >= TOO_SOON;
}

async function follow(saying, next) {
  if (!document.getElementById("panel")) {
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    return;
  }
  const { key } = place();
  await loadQueue();
  const isThere = state.queue.items.some((one) => one.key === next);
  const wanted = saying.name === "undo" && next ? next : isThere ? next : nextKey(-1);
  if (wanted === key) await showItem(wanted);
  else if (wanted) go("review", wanted);
  else {
    go("review", "");
    showNothing();
  }
}

function remember(saying, found) {
  const made = [...memory("made")];
  if (saying.name === "decide")
    made.push(JSON.stringify({ key: saying.body.key, ids: found.written.map((row) => row.id) }));
  else {
    const gone = new Set(saying.body.decisions);
    made.splice(
      0,
      made.length,
      ...made.filter((one) => !JSON.parse(one).ids.some((id) => gone.has(id))),
    );
  }
  kept("made", made);
}
