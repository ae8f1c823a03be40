// What the page of the queue knows: the list, the item that is looked at, what is marked of it.

import { memory } from "./place.js";

/** What is shown now. `facts` holds the numbers of the facts that are marked to stand. */
export const state = {
  person: null,
  queue: null,
  shown: null,
  index: 0,
  since: 0,
  isBusy: false,
  facts: new Set(),
};

/** Return the key of the next item that is not skipped, from a row on; empty for none. */
export function nextKey(from, step = 1) {
  const { items } = state.queue;
  const skipped = memory("skipped");
  for (let distance = 1; distance <= items.length; distance += 1) {
    const at = (((from + step * distance) % items.length) + items.length) % items.length;
    if (!skipped.has(items[at].key)) return items[at].key;
  }
  return "";
}

/** Return the row of the item that is looked at, or of the one before where it was. */
export function at() {
  const key = state.shown ? state.shown.item.key : "";
  const found = state.queue.items.findIndex((one) => one.key === key);
  return found < 0 ? state.index - 1 : found;
}
