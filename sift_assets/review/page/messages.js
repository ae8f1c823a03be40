// What the page says about itself: what was done, and what is not saved.

import { discard } from "./api.js";
import { el, fill, foreign } from "./dom.js";

/** Say what was done, or why it was not; and which entities contradicting decisions keep apart. */
export function showMessage(words, kind = "", conflicts = []) {
  const at = document.getElementById("message");
  at.className = kind;
  delete at.dataset.lost;
  fill(
    at,
    foreign(words),
    ...conflicts.map((ids) =>
      el(
        "span",
        { class: "warning" },
        " Contradicts another decision, so nothing is merged of ",
        foreign(ids.join(", ")),
        ". See Decided; undo one.",
      ),
    ),
  );
}

/** Say that something is not saved, and why; nothing when it is. */
export function showUnsent(why) {
  const at = document.getElementById("unsent");
  at.hidden = !why;
  if (!why) {
    fill(at);
    return;
  }
  fill(
    at,
    "Your last answer is not saved yet. ",
    foreign(why),
    " The page keeps it and tries again. ",
    el(
      "button",
      {
        type: "button",
        onclick: () => {
          discard();
          showUnsent("");
        },
      },
      "Give it up",
    ),
  );
}
