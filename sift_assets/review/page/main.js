// The beginning: who is there, which view is wanted, what a key says.

import { Lost, ask, enter, leave, openSession, unsent } from "./api.js";
import { reviewKey, tell } from "./answering.js";
import { showDecided, showHistory } from "./decided.js";
import { command, el, fill, foreign, openDialog, outside } from "./dom.js";
import { showMessage } from "./messages.js";
import { showNarrative } from "./narrative.js";
import { place } from "./place.js";
import { refreshPromotions, showPromotions } from "./promotions.js";
import { refreshReview, reviewPulse, showReview } from "./review.js";
import { showStale } from "./stale.js";

const LOOK_EVERY = 4000; // milliseconds between two looks whether others have decided something
const VIEWS = {
  review: showReview,
  decided: showDecided,
  history: showHistory,
  promotions: showPromotions,
  stale: showStale,
  narrative: showNarrative,
};
const KEYS = [
  ["a", "approve; of a contradiction: all stand"],
  ["r", "reject; of a contradiction: none stands"],
  ["1 … 9", "mark a fact of a contradiction"],
  ["Enter", "the marked facts stand"],
  ["o", "decide a group pair by pair"],
  ["s", "skip"],
  ["n, p", "next, previous"],
  ["u", "undo your last"],
  ["h", "history"],
  ["w", "write why; it goes with your answer"],
  ["/", "filter by text"],
  ["?", "these keys"],
];

let person = null;
let view = "";
let isOutside = false;
let pulse = ""; // of the last look
let failedPulse = ""; // when there was nothing to show

start();

async function start() {
  listen();
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) history.replaceState(null, "", location.pathname);
  try {
    person = given ? await enter(given) : await openSession();
    await begin();
  } catch (error) {
    if (error.status === 401 || error.status === 403) askForToken(error);
    else failed(error);
  }
  setInterval(look, LOOK_EVERY);
}

/** Show what there is, once somebody has entered. */
async function begin() {
  isOutside = false;
  showPerson();
  await show();
  if (unsent()) await tell(unsent());
  await look();
}

function listen() {
  window.addEventListener("hashchange", () => {
    if (person && !isOutside) show();
  });
  window.addEventListener("entry", (event) => askForToken(event.detail));
  window.addEventListener("beforeunload", (event) => {
    if (unsent()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", look);
  document.addEventListener("keydown", pressed);
  document.getElementById("help").addEventListener("click", showKeys);
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("content").focus();
  });
  document.getElementById("leave").addEventListener("click", async () => {
    await leave();
    location.reload();
  });
}

async function show() {
  const { view: wanted } = place();
  const shown = Object.hasOwn(VIEWS, wanted) ? wanted : "review";
  const content = document.getElementById("content");
  if (shown !== view || shown !== "review") {
    fill(content);
    showMessage("");
  }
  view = shown;
  content.dataset.view = view;
  content.setAttribute("aria-busy", "true");
  document.querySelectorAll("nav a[data-view]").forEach((link) => {
    const isHere = link.dataset.view === (view === "history" ? "decided" : view);
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  try {
    await VIEWS[view](person);
  } catch (error) {
    failed(error);
  }
  content.setAttribute("aria-busy", "false");
}

function failed(error) {
  if (error.status === 401) {
    askForToken(error);
    return;
  }
  if (error instanceof Lost && document.getElementById("panel")) {
    showMessage(error.message, "warning");
    return;
  }
  view = "";
  failedPulse = error instanceof Lost ? "" : pulse;
  fill(
    document.getElementById("content"),
    el(
      "article",
      { class: "page" },
      el(
        "div",
        { class: "empty" },
        el("h1", {}, "There is nothing to show"),
        el("p", {}, foreign(error.message)),
        el("button", { type: "button", onclick: () => (person ? show() : look()) }, "Look again"),
      ),
    ),
  );
}

async function look() {
  if (isOutside || document.hidden || document.getElementById("dialog").open) return;
  try {
    if (!person) {
      person = await openSession();
      await begin();
      return;
    }
    const found = await ask("pulse");
    pulse = found.pulse;
    document.getElementById("open-count").textContent = found.open;
    document.getElementById("viewer").hidden = !found.viewer;
    const message = document.getElementById("message");
    if (message.dataset.lost) showMessage("The server answers again.", "good");
    if (view === "review" && pulse !== reviewPulse()) await refreshReview();
    if (view === "promotions") await refreshPromotions();
    if (view === "" && pulse !== failedPulse) await show();
  } catch (error) {
    if (error.status === 401) askForToken(error);
    else if (error instanceof Lost) {
      showMessage(error.message, "warning");
      document.getElementById("message").dataset.lost = "yes";
    }
  }
}

function pressed(event) {
  if (isOutside || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (document.getElementById("dialog").open) return;
  const { target } = event;
  const isTyping =
    target instanceof Element && target.matches("input:not([type=checkbox]), select, textarea");
  if (isTyping) {
    if (event.key === "Escape") target.blur();
    return;
  }
  if (
    event.key === "Enter" &&
    target instanceof Element &&
    target.matches("button, a, summary, input")
  )
    return;
  if (event.key === "?") {
    showKeys();
    return;
  }
  if (view === "review" && reviewKey(event.key)) event.preventDefault();
}

function showKeys() {
  openDialog(
    "Keys",
    el(
      "dl",
      { class: "keys" },
      KEYS.map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]),
    ),
  );
}

async function showPerson() {
  document.getElementById("project").textContent = person.project;
  document.title = `Review: ${person.project}`;
  fill(
    document.getElementById("person"),
    person.role === "reviewer" ? "deciding as " : "looking as ",
    el("b", {}, foreign(person.actor)),
  );
  document.getElementById("leave").hidden = !person.may_leave;
  document.getElementById("viewer").hidden = !person.viewer;
  document.getElementById("promotions-tab").hidden = !person.promotions;
  const dagster = document.getElementById("dagster");
  const link = outside(person.dagster, "Dagster");
  if (link.href) {
    dagster.href = link.href;
    dagster.hidden = false;
  }
}

function askForToken(error) {
  if (isOutside) return; // whoever is typing a token goes on
  isOutside = true;
  const field = el("input", { type: "password", name: "token", autocomplete: "off", size: 50 });
  const refused = el("p", { class: "warning" }, error.status === 401 ? "" : error.message);
  const tried = async (event) => {
    event.preventDefault();
    try {
      person = await enter(field.value.trim());
      await begin();
    } catch (found) {
      refused.textContent = found.message;
    }
  };
  fill(
    document.getElementById("content"),
    el(
      "article",
      { class: "page" },
      el("h1", {}, "Enter"),
      el(
        "p",
        {},
        "This page needs a token. Whoever runs it makes one for you: ",
        command("sift serve --token-for NAME"),
      ),
      unsent()
        ? el(
            "p",
            { class: "warning" },
            "Your last answer is not saved yet. It is sent when you have entered.",
          )
        : null,
      el(
        "form",
        { class: "search", onsubmit: tried },
        el("label", {}, "Token ", field),
        el("button", {}, "Enter"),
      ),
      refused,
    ),
  );
  field.focus();
}
