// What was decided lately, with undo, and the history of one subject.

import { tell } from "./answering.js";
import { ask } from "./api.js";
import { command, el, fill } from "./dom.js";
import { decisionWords } from "./item.js";
import { go, place } from "./place.js";

/** Show the last decisions. */
export async function showDecided(person) {
  const found = await ask("decided");
  const latest = found.latest;
  fill(
    document.getElementById("content"),
    el(
      "article",
      { class: "page" },
      el("h1", {}, "Decided"),
      search(""),
      found.unapplied
        ? el(
            "p",
            { class: "warning" },
            "Some of it waits for ",
            command("sift run"),
            " or the sensor to apply it.",
          )
        : null,
      found.decisions.length ? null : el("p", { class: "empty" }, "Nothing was decided."),
      el(
        "ol",
        { class: "decisions" },
        found.decisions.map((row) => line(row, person, latest)),
      ),
      found.all > found.decisions.length
        ? el("p", { class: "dim" }, `The last ${found.decisions.length} of ${found.all}.`)
        : null,
    ),
  );
}

/** Show every decision about a subject. */
export async function showHistory() {
  const subject = place().key;
  const article = el("article", { class: "page" }, el("h1", {}, "History"), search(subject));
  fill(document.getElementById("content"), article);
  if (!subject) return;
  try {
    const found = await ask("history", { subject });
    article.append(
      el(
        "ol",
        { class: "decisions" },
        found.decisions.map((row) => el("li", {}, decisionWords(row))),
      ),
    );
  } catch (error) {
    if (error.status !== 422) throw error;
    article.append(el("p", { class: "warning" }, error.message));
  }
}

function search(subject) {
  const field = el("input", {
    name: "subject",
    value: subject,
    size: 40,
    placeholder: "an entity, a key, a decision",
  });
  const look = (event) => {
    event.preventDefault();
    go("history", field.value.trim(), {});
  };
  return el(
    "form",
    { class: "search", onsubmit: look },
    el("label", {}, "History of ", field),
    el("button", {}, "Look"),
  );
}

function line(row, person, latest) {
  const mayUndo = person.role === "reviewer" && row.standing !== "undone";
  const undo = () => tell({ name: "undo", body: { decisions: [row.id], after: latest } });
  const words = row.act === "undo" ? "Undo the undo" : "Undo";
  return el(
    "li",
    { "data-id": row.id },
    decisionWords(row),
    " ",
    row.keys.length ? el("a", { href: `#history/${row.keys[0]}` }, "history") : null,
    " ",
    mayUndo ? el("button", { type: "button", onclick: undo }, words) : null,
  );
}
