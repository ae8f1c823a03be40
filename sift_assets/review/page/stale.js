// What is stale and why, as `sift status` says it.

import { ask } from "./api.js";
import { command, counted, el, fill, foreign, outside } from "./dom.js";

const PLAIN = {
  new: "New documents",
  deleted: "Deleted documents",
  held_back: "Held back: more than a fifth would go at once",
  blocked: "In the way",
  moved_inputs: "Inputs that have changed",
};
const BY_NAME = { given_up: "Failed", waiting: "Waiting" };
const MOST = 200;

/** Show what is stale. */
export async function showStale() {
  const content = document.getElementById("content");
  fill(
    content,
    el(
      "article",
      { class: "page" },
      el("h1", {}, "Stale"),
      el("p", { class: "dim" }, "Looking at the folder …"),
    ),
  );
  const found = await ask("status");
  fill(
    content,
    el(
      "article",
      { class: "page" },
      el("h1", {}, found.up_to_date ? "Everything is up to date" : "Not everything is up to date"),
      el(
        "p",
        { class: "dim" },
        `${counted(found.documents, "document")}, domain `,
        foreign(found.domain),
        ", model ",
        foreign(found.model),
      ),
      found.up_to_date
        ? null
        : el(
            "p",
            {},
            command("sift run"),
            " computes what is stale, or the sensor does while ",
            outside(found.dagster, "Dagster"),
            " runs.",
          ),
      found.waits_for_approval
        ? el(
            "p",
            { class: "warning" },
            "Waits for ",
            command("sift run --approve"),
            ": ",
            foreign(found.waits_for_approval),
          )
        : null,
      found.waits_for_domain
        ? el("p", { class: "warning" }, "Extraction waits: ", foreign(found.waits_for_domain))
        : null,
      found.stale.length ? table(found) : null,
      Object.entries(PLAIN).map(([name, words]) =>
        lines(
          words,
          found[name].map((one) => [foreign(one)]),
        ),
      ),
      Object.entries(BY_NAME).map(([name, words]) =>
        lines(
          words,
          Object.entries(found[name]).map(([key, why]) => [foreign(key), ": ", foreign(why)]),
        ),
      ),
      lines(
        "Edits of the review files that could not be read",
        found.unread_edits.map((one) => [
          foreign(`${one.file}:${one.line}`),
          " ",
          foreign(one.problem),
        ]),
      ),
      lines(
        "Lines of the decision log that do not count",
        found.bad_decisions.map((one) => [`line ${one.number} `, foreign(one.problem)]),
      ),
      lines(
        "Skipped",
        found.skipped.map((one) => [foreign(one.key), ` (${one.reason}) `, foreign(one.detail)]),
      ),
    ),
  );
}

function table(found) {
  const rows = found.stale.slice(0, MOST);
  return [
    el(
      "table",
      {},
      el("caption", {}, `${counted(found.stale.length, "value")} to be made anew`),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ["asset", "partition", "because of"].map((name) => el("th", { scope: "col" }, name)),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((one) =>
          el(
            "tr",
            {},
            el("td", {}, outside(`${found.dagster}/assets/${one.asset}`, one.asset)),
            el("td", {}, foreign(one.partition || "")),
            el("td", {}, foreign(one.because.join(", "))),
          ),
        ),
      ),
    ),
    found.stale.length > MOST
      ? el("p", { class: "dim" }, `The first ${MOST} of ${found.stale.length}.`)
      : null,
  ];
}

function lines(heading, all) {
  if (!all.length) return null;
  return [
    el("h2", {}, heading),
    el(
      "ul",
      {},
      all.slice(0, MOST).map((parts) => el("li", {}, parts)),
    ),
    all.length > MOST ? el("p", { class: "dim" }, `The first ${MOST} of ${all.length}.`) : null,
  ];
}
