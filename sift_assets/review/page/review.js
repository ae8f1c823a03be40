// The page of the queue: its frame, and the item that is looked at.

import { Refused, ask } from "./api.js";
import { command, el, fill, foreign } from "./dom.js";
import { decisionWords, itemPanel } from "./item.js";
import { filters, loadQueue } from "./list.js";
import { showMessage } from "./messages.js";
import { go, kept, memory, place } from "./place.js";
import { nextKey, state } from "./state.js";

let painted = () => {};

/** Let something be done whenever an item, or that there is none, has been shown. */
export function whenShown(done) {
  painted = done;
}

/** Show the queue, and the item that the address names, else the first. */
export async function showReview(person) {
  state.person = person;
  if (!document.getElementById("panel")) frame();
  await loadQueue();
  const wanted = place().key || nextKey(-1);
  if (wanted) await showItem(wanted);
  else showNothing();
}

/** Look whether others have decided something; what is being looked at stays. */
export async function refreshReview() {
  if (state.isBusy) return;
  await loadQueue();
  if (state.shown) await showItem(state.shown.item.key, { isQuiet: true });
  else if (nextKey(-1)) await showItem(nextKey(-1));
}

/** Return what changes when there is something new. */
export function reviewPulse() {
  return state.queue ? state.queue.pulse : "";
}

/** Show an item; quietly when nobody asked for it, then what is the same stays as it is. */
export async function showItem(key, { isQuiet = false } = {}) {
  let shown = null;
  try {
    shown = await ask("item", { key });
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    state.shown = null;
    if (isQuiet) showMessage(error.message, "warning");
    const next = nextKey(-1);
    if (next && place().key) go("review", next);
    else showNothing(next ? "" : error.message);
    return;
  }
  const before = state.shown;
  const isSame =
    before &&
    before.item.shown === shown.item.shown &&
    before.settled === shown.settled &&
    before.history.length === shown.history.length;
  if (!isSame && !(before && before.item.shown === shown.item.shown)) state.facts = new Set();
  state.shown = shown;
  if (!(isQuiet && isSame)) paint(isQuiet);
  if (isQuiet && shown.settled && before && !before.settled) sayMeanwhile(shown.by);
  const row = state.queue.items.findIndex((one) => one.key === key);
  if (row >= 0) state.index = row;
  document.querySelectorAll("#list a").forEach((link) => {
    const isCurrent = link.dataset.key === key;
    link.toggleAttribute("aria-current", isCurrent);
    if (isCurrent) link.setAttribute("aria-current", "true");
    if (isCurrent && !isQuiet) link.scrollIntoView({ block: "nearest" });
  });
}

/** Say that nothing is left to show, and why. */
export function showNothing(why = "") {
  const { queue } = state;
  const isFiltered = queue.open > queue.matching;
  const skipped = memory("skipped");
  const words =
    why ||
    (isFiltered
      ? "Nothing of what is open matches."
      : queue.items.length
        ? "The rest is skipped."
        : "Nothing is open.");
  fill(
    document.getElementById("panel"),
    el(
      "div",
      { class: "empty" },
      el("h1", { tabindex: "-1", id: "item-title" }, words),
      el(
        "p",
        {},
        queue.asked > queue.open
          ? [command("sift run"), " applies what was decided, or the sensor does."]
          : "What a later run proposes comes here.",
      ),
      isFiltered
        ? el(
            "button",
            {
              type: "button",
              onclick: () => {
                go("review", "", {});
                fill(document.getElementById("content"));
              },
            },
            "Show all",
          )
        : null,
      !isFiltered && skipped.size && queue.items.length
        ? el(
            "button",
            {
              type: "button",
              onclick: () => {
                kept("skipped", []);
                go("review", queue.items[0].key);
              },
            },
            "Take up what was skipped",
          )
        : null,
    ),
  );
  state.shown = null;
  delete document.getElementById("panel").dataset.key;
  painted();
}

/** Mark a fact to stand, or take the mark off. */
export function mark(number) {
  if (!state.shown || number > state.shown.item.sides.length) return;
  if (!state.facts.delete(number)) state.facts.add(number);
  document.querySelectorAll("#panel .side input").forEach((box, place) => {
    box.checked = state.facts.has(place + 1);
  });
}

function frame() {
  fill(
    document.getElementById("content"),
    el(
      "aside",
      { "aria-label": "What is open" },
      filters(),
      el("p", { id: "counts", class: "dim" }),
      el("progress", {
        id: "progress",
        "aria-label": "Decided since the last run",
        max: 1,
        value: 0,
      }),
      el("ol", { id: "list" }),
    ),
    el("article", { id: "panel", "aria-live": "off" }),
    el("div", { id: "bar" }),
  );
}

function paint(isQuiet) {
  const { shown } = state;
  const panel = document.getElementById("panel");
  const banner = shown.settled
    ? el("div", { class: "settled", role: "status" }, settledWords(shown))
    : null;
  fill(panel, banner, itemPanel(shown, state.facts, mark));
  panel.dataset.key = shown.item.key;
  if (!isQuiet) panel.scrollTop = 0;
  state.since = performance.now();
  painted();
  const isFiltering = document.activeElement?.closest("#filters");
  if (!isQuiet && !isFiltering)
    document.getElementById("item-title").focus({ preventScroll: true });
}

function sayMeanwhile(by) {
  const words = by ? `Decided meanwhile by ${by.actor}: ${by.says}` : "Settled meanwhile.";
  showMessage(words, "warning");
}

function settledWords(shown) {
  if (!shown.by && shown.because) return ["Not open: ", foreign(shown.because), ". Next: n."];
  if (!shown.by) return "Settled by other decisions. Next: n.";
  const take = el("button", { type: "button", id: "take-back" }, "Take it back");
  return ["Decided: ", decisionWords(shown.by), " ", state.person.role === "reviewer" ? take : ""];
}
