/** How things are said. */

const STATUSES = {
  pending: "waits for a person",
  confirmed: "confirmed by a person",
  supported: "stated by several documents",
  single_source: "stated by one document",
};

const FLAGS = {
  aligned_only: "no quote stands word for word",
  conflict: "contradicts another statement",
  low_confidence: "low confidence",
  new_evidence: "new evidence since a person decided",
  review_required: "the domain asks for a person",
};

const VERDICTS = { merged: "joined with others", kept: "all its values stand" };

/** A status in words. */
export const statusWords = (status) => STATUSES[status] ?? status;

/** All statuses that there may be. */
export const ALL_STATUSES = Object.keys(STATUSES);

/** Why something waits, in words. */
export const flagWords = (flags) => flags.map((flag) => FLAGS[flag] ?? flag).join(", ");

/** "1 document", "3 documents". */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** A type in words: its noun with a capital. */
export function typeWords([name, noun]) {
  const said = noun || name;
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** A name that is made of capitals and underscores, in words. */
export function keyWords(key) {
  const said = key.replaceAll("_", " ").trim();
  return /^[A-Z ]+$/.test(said) ? said.toLowerCase() : said || key;
}

/**
 * What an entity does in a relation: "works for"; seen from the target "employs", or what the
 * other does to it where no words go that way.
 */
export function relationWords(data, relation, entity) {
  const [type, forward, backward] = data.wordings[data.relations.wording[relation]];
  if (data.isOutgoing(relation, entity)) return forward || keyWords(type);
  return backward || `← ${forward || keyWords(type)}`;
}

/** What the source does to the target. */
export function forwardWords(data, relation) {
  const [type, forward] = data.wordings[data.relations.wording[relation]];
  return forward || keyWords(type);
}

/** Since when and until when, empty where nothing is stated. */
export function periodWords(from, to) {
  if (from && to) return from === to ? from : `${from} – ${to}`;
  if (from) return `since ${from}`;
  return to ? `until ${to}` : "";
}

/** What a person has decided, in one line. */
export function decisionWords({ verdict, actor, time, channel, reason }) {
  const who = actor ? ` by ${actor}` : "";
  const when = time ? ` on ${time.slice(0, 10)}` : "";
  const how = channel ? ` (${channel})` : "";
  const why = reason ? `: ${reason}` : "";
  return `${VERDICTS[verdict] ?? keyWords(verdict)}${who}${when}${how}${why}`;
}

/** Shorten a text to some characters, never within one. */
export function shortened(text, most) {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("").trimEnd()}…`;
}
