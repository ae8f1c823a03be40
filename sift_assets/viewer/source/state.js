/** What the page is showing, said once; whoever draws listens. */
import { visibleOf, noFilters } from "./filtering.js";

export const NONE = -1;

/** The state of the page, with what follows from it. */
export class State {
  #listeners = [];

  constructor(data) {
    this.data = data;
    this.filters = noFilters(data);
    this.colours = new Map();
    this.selected = NONE;
    this.relation = NONE;
    this.community = NONE;
    this.focus = NONE;
    this.step = NONE;
    this.widened = 0;
    this.hovered = NONE;
    this.pointed = null;
    this.found = null;
    this.trail = [];
    this.visible = visibleOf(data, this.filters);
  }

  /** Call a function with the names of what has changed, whenever something has. */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Change something; filters are applied at once. */
  change(changes) {
    Object.assign(this, changes);
    if ("filters" in changes) this.visible = visibleOf(this.data, this.filters);
    const names = new Set(Object.keys(changes));
    for (const listener of this.#listeners) listener(names);
  }

  /** Open an entity's details. */
  select(entity) {
    this.change({ selected: entity, relation: NONE, community: NONE, step: NONE });
  }

  /** Open a relation's details. */
  selectRelation(relation) {
    this.change({ relation, community: NONE });
  }

  /** Open a community's details. */
  selectCommunity(community) {
    this.change({ community, selected: NONE, relation: NONE, focus: NONE, step: NONE });
  }

  /** Show an entity with those it is related to, and nothing else; remember how one came here. */
  focusOn(entity, via = NONE) {
    const trail = [...this.trail];
    if (trail.at(-1)?.entity !== entity) trail.push({ entity, via });
    this.change({
      focus: entity,
      selected: entity,
      relation: NONE,
      community: NONE,
      step: NONE,
      widened: 0,
      trail,
    });
  }

  /** Go back to an earlier place of the trail. */
  backTo(position) {
    const { entity } = this.trail[position];
    this.change({ trail: this.trail.slice(0, position) });
    this.focusOn(entity, this.trail[position]?.via ?? NONE);
  }

  /** Leave focus; the entity stays open. */
  leaveFocus() {
    this.change({ focus: NONE, step: NONE });
  }

  /** Relations of an entity that the filters let through, as they are listed and walked along. */
  connections(entity) {
    const { data, visible } = this;
    return data.related[entity]
      .filter((relation) => visible.relations[relation])
      .sort((one, other) => connectionOrder(data, entity, one, other));
  }
}

/** Outgoing first, then by type, then by the name of the other end. */
function connectionOrder(data, entity, one, other) {
  const going = data.isOutgoing(other, entity) - data.isOutgoing(one, entity);
  if (going) return going;
  const type = data.relations.type[one] - data.relations.type[other];
  if (type) return type;
  const names = [one, other].map((relation) => data.entities.name[data.other(relation, entity)]);
  return names[0] < names[1] ? -1 : names[0] > names[1] ? 1 : one - other;
}
