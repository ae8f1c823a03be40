/** The address of an entity: `#entity=<id>`, to be kept and passed on. */
import { NONE } from "./state.js";

const MARK = "#entity=";

/** Follow the address, and let it follow what is open. */
export function startAddress(state) {
  const go = () => {
    const entity = entityOf(state.data, location.hash);
    if (entity === null || entity === state.selected) return;
    state.select(entity);
    state.change({ wanted: entity });
  };
  state.listen((changed) => {
    if (!changed.has("selected")) return;
    const id = state.selected === NONE ? null : state.data.entities.id[state.selected];
    const hash = id === null ? "#" : `${MARK}${encodeURIComponent(id)}`;
    if (location.hash !== hash && (id !== null || location.hash.startsWith(MARK))) {
      history.replaceState(null, "", hash);
    }
  });
  window.addEventListener("hashchange", go);
  go();
}

function entityOf(data, hash) {
  if (!hash.startsWith(MARK)) return null;
  try {
    return data.rowOf.get(decodeURIComponent(hash.slice(MARK.length))) ?? null;
  } catch {
    return null; // a percent sign that begins nothing
  }
}
