/** What is known of a relation: who, what, how sure, and every passage that states it. */
import { button, make, named, visible } from "./elements.js";
import { decisions, documents } from "./entity_detail.js";
import { entityButton, part, statusMark, terms } from "./parts.js";
import { openPassages } from "./passage.js";
import { flagWords, forwardWords, keyWords, periodWords, shortened } from "./words.js";

/** Characters of a quote in the list; the passage has all of it. */
const LONGEST_QUOTE = 400;

/** The details of a relation, as elements. */
export function relationDetail(state, row) {
  const { data } = state;
  const { relations } = data;
  return [
    make(
      "header",
      {},
      make(
        "h2",
        { id: "detail-title" },
        entityButton(state, relations.source[row]),
        " ",
        make("span", { class: "verb" }, visible(forwardWords(data, row))),
        " ",
        entityButton(state, relations.target[row]),
      ),
      make("p", { class: "marks" },
        statusMark(relations.status[row], flagWords(relations.flags[row]))),
    ), // prettier-ignore
    part("Facts", facts(data, row)),
    part("Decided", decisions(data.decisions(relations.id[row]))),
    part(`Stated in (${relations.evidence[row].length})`, evidence(state, row)),
  ].filter(Boolean);
}

function facts(data, row) {
  const { relations } = data;
  const [type] = data.wordings[relations.wording[row]];
  return terms([
    ["Type", visible(keyWords(type))],
    ["Holds", periodWords(relations.valid_from[row], relations.valid_to[row])],
    ["Dated", periodWords(relations.first_seen[row], relations.last_seen[row])],
    ["Confidence", String(relations.confidence[row])],
    ["Documents", documents(data, relations.documents[row])],
    ["Contradicted", relations.conflict[row] ? "yes: another target is stated" : ""],
  ]);
}

function evidence(state, row) {
  const { data } = state;
  const found = data.relations.evidence[row];
  if (!found.length) return make("p", { class: "note" }, "A person has stated it; no document does.");
  const passages = found.map(([passage]) => passage);
  return make("ol", { class: "plain cards" }, ...found.map((one, number) => quoted(data, one, passages, number)));
}

function quoted(data, [number, confidence, extractor, from, to, more], passages, index) {
  const { path, page, quote } = data.passage(number);
  const where = page ? `, page ${page}` : "";
  const said = [
    periodWords(from, to),
    ...more.map(([key, value]) => `${keyWords(key)}: ${value}`),
    `confidence ${confidence}`,
    extractor,
  ];
  return make(
    "li",
    { class: "card" },
    make("blockquote", { dir: "auto" }, visible(shortened(quote, LONGEST_QUOTE))),
    button(`${visible(path)}${where}`, () => openPassages(data, passages, index), { class: "quiet passages" }),
    make("p", { class: "about" }, visible(said.filter(Boolean).join(" · "))),
  );
}
