/** Which entities and relations the filters let through. */
import { ALL_STATUSES } from "./words.js";

/** Filters that let everything through. */
export function noFilters(data) {
  return {
    types: new Set(),
    communities: new Set(),
    relationTypes: new Set(),
    statuses: new Set(),
    document: -1,
    degree: 0,
    support: 0,
    confidence: 0,
    from: "",
    to: "",
    size: data.size,
  };
}

/** How many filters are set. */
export function filtersSet(filters) {
  const hidden = ["types", "communities", "relationTypes", "statuses"];
  const numbers = ["degree", "support", "confidence"];
  return (
    hidden.filter((name) => filters[name].size).length +
    numbers.filter((name) => filters[name] > 0).length +
    (filters.document >= 0) +
    (filters.from || filters.to ? 1 : 0)
  );
}

/**
 * Which entities and relations are shown: 1 for each that is. A relation is where both its ends
 * are. Statuses that the graph does not use do not matter.
 */
export function visibleOf(data, filters) {
  const entities = new Uint8Array(data.size);
  for (let row = 0; row < data.size; row += 1) entities[row] = letsEntity(data, filters, row);
  const size = data.relations.id.length;
  const relations = new Uint8Array(size);
  let shown = 0;
  for (let row = 0; row < size; row += 1) {
    const { source, target } = data.relations;
    relations[row] =
      entities[source[row]] && entities[target[row]] && letsRelation(data, filters, row);
    shown += relations[row];
  }
  return { entities, relations, counts: [entities.reduce((sum, one) => sum + one, 0), shown] };
}

function letsEntity(data, filters, row) {
  const { type, community } = data.entities;
  return +(
    !filters.types.has(type[row]) &&
    !filters.communities.has(community[row]) &&
    data.degree[row] >= filters.degree &&
    lets(data.entities, filters, row, data.entities.first_seen[row], data.entities.last_seen[row])
  );
}

function letsRelation(data, filters, row) {
  const { type, valid_from, valid_to, first_seen, last_seen } = data.relations;
  if (filters.relationTypes.has(type[row])) return 0;
  const first = valid_from[row] || (valid_to[row] ? "" : first_seen[row]);
  const last = valid_to[row] || (valid_from[row] ? "" : last_seen[row]);
  return +lets(data.relations, filters, row, first, last);
}

/** What holds for entities and relations alike. */
function lets(columns, filters, row, first, last) {
  return (
    !filters.statuses.has(ALL_STATUSES.indexOf(columns.status[row])) &&
    columns.support[row] >= filters.support &&
    columns.confidence[row] >= filters.confidence &&
    (filters.document < 0 || columns.documents[row].includes(filters.document)) &&
    isWithin(filters, first, last)
  );
}

/**
 * Whether a period and the filter's have a day in common. Dates are compared as far as both say:
 * 2022 has days in common with 2022-11. An open end reaches as far as wanted.
 */
function isWithin({ from, to }, first, last) {
  if (!from && !to) return true;
  if (!first && !last) return false;
  const begins = !to || !first || first.slice(0, to.length) <= to.slice(0, first.length);
  const ends = !from || !last || last.slice(0, from.length) >= from.slice(0, last.length);
  return begins && ends;
}
