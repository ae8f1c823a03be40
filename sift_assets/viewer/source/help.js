/** How the page is used, and whose work is in it. */
import { block } from "./data.js";
import { at, button, make } from "./elements.js";
import { count } from "./words.js";

/** Digits of the revision of a graph; the command line shows as many. */
const REVISION_SHOWN = 8;

const KEYS = [
  ["/", "search; arrows choose, Enter opens, Escape clears"],
  ["F or Enter", "focus on the open entity"],
  ["↓ ↑", "in focus: step through its connections"],
  ["→ or Enter", "in focus: move to the entity of the step"],
  ["Space", "in focus: read the passage of the step"],
  ["← or Backspace", "in focus: go back along the trail"],
  ["+ − 0, arrows", "in the picture: nearer, farther, everything, move"],
  ["Escape", "leave focus, close details"],
];

/** Set the button up. */
export function startHelp({ about }) {
  const dialog = at("help");
  at("open-help").addEventListener("click", () => {
    dialog.replaceChildren(...content(dialog, about));
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function content(dialog, about) {
  const rows = KEYS.map(([key, does]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, does)));
  return [
    make(
      "header",
      {},
      make("h2", { id: "help-title" }, "Help"),
      button("×", () => dialog.close(), { class: "quiet", "aria-label": "Close help" }),
    ),
    make(
      "div",
      { class: "text" },
      make("p", {}, "Each disc is an entity, each line a relation that a document states. A click opens it, a double click focuses on it. Every fact opens the passage that it stands on."),
      make("p", {}, "A hollow disc or a dashed line waits for a person. A dark ring has been confirmed by one. The larger a disc, the more connections; the thicker a line, the more documents."),
      make("table", {}, make("tbody", {}, ...rows)),
      make("p", { class: "note" }, `The whole graph has ${count(about.entities, "entity", "entities")} and ${count(about.relations, "relation")}; its revision is ${about.revision.slice(0, REVISION_SHOWN)}.`),
      make("details", {}, make("summary", {}, "Licences of what this page contains"), make("pre", {}, block("licences"))),
    ),
  ];
}
