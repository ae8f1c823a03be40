/**
 * What the page knows: columns as `core/viewing/shown.py` writes them, with what follows from them.
 *
 * Entities, relations, passages, communities and documents are named by their numbers.
 */
import { lookedFor } from "./folding.js";

/** Read a block of data of the page. */
export function block(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

/** Everything that is shown. */
export class Data {
  constructor(given) {
    Object.assign(this, given);
    this.size = this.entities.id.length;
    this.rowOf = new Map(this.entities.id.map((id, row) => [id, row]));
    this.relationTypes = [...new Set(this.wordings.map(([type]) => type))].sort();
    this.relations.type = this.relations.wording.map((one) =>
      this.relationTypes.indexOf(this.wordings[one][0]),
    );
    this.related = this.#related();
    this.degree = this.related.map((relations) => relations.length);
    this.members = this.communities.map(() => []);
    this.entities.community.forEach((community, row) => this.members[community].push(row));
  }

  #forms = null;

  /** By entity its name and aliases as they are searched; made when somebody searches first. */
  get forms() {
    this.#forms ??= this.entities.name.map((name, row) =>
      [name, ...this.entities.aliases[row]].map(lookedFor),
    );
    return this.#forms;
  }

  /** Relations by entity, in order; one with itself once. */
  #related() {
    const found = Array.from({ length: this.size }, () => []);
    this.relations.source.forEach((source, relation) => {
      const target = this.relations.target[relation];
      found[source].push(relation);
      if (target !== source) found[target].push(relation);
    });
    return found;
  }

  /** The other end of a relation. */
  other(relation, entity) {
    const { source, target } = this.relations;
    return source[relation] === entity ? target[relation] : source[relation];
  }

  /** Whether a relation goes out from an entity. */
  isOutgoing(relation, entity) {
    return this.relations.source[relation] === entity;
  }

  /** Whether something waits for a person. */
  isPending(what, number) {
    return this[what].status[number] === "pending";
  }

  /** What a passage says: its document, page and words, and the text around it if it is there. */
  passage(number) {
    const [document, page, part, startOrQuote, end] = this.passages[number];
    const [key, path, title, date, parts] = this.documents[document];
    const about = { document, key, path, title, date, page };
    if (part < 0) return { ...about, quote: startOrQuote, text: null };
    const [text, pages, isCutBefore, isCutAfter] = parts[part];
    const quote = text.slice(startOrQuote, end);
    return { ...about, quote, text, pages, isCutBefore, isCutAfter, start: startOrQuote, end };
  }

  /** Ids of what people have decided, about an entity or a relation. */
  decisions(id) {
    return this.decided[id] ?? [];
  }
}
