/** Walking by keyboard: along the connections of whoever is in focus, and back along the trail. */
import { at } from "./elements.js";
import { steps } from "./focus.js";
import { openPassages } from "./passage.js";
import { NONE } from "./state.js";

/** What types, chooses or moves by itself keeps its keys, but for Escape. */
const OWN_KEYS = "input:not([type=checkbox]), select, textarea, [role=listbox]";

/** What Enter and Space press keeps these two. */
const PRESSED = "button, a, summary, input, [role=button]";

/** How much nearer one key comes. */
const ZOOM = 1.5;

/** Listen to keys. */
export function startWalking(state, spoken, pictureOf) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (at("passage").open || at("help").open) return;
    if (event.key !== "Escape" && event.target.closest?.(OWN_KEYS)) return;
    if ((event.key === "Enter" || event.key === " ") && event.target.closest?.(PRESSED)) return;
    const isPicture = event.target === at("picture");
    const walk =
      state.focus === NONE
        ? { ...outside(state), ...(isPicture ? moving(pictureOf()) : {}) }
        : inFocus(state, spoken);
    const done = walk[event.key];
    if (!done) return;
    event.preventDefault();
    done();
  });
}

function outside(state) {
  const focus = () => state.selected !== NONE && state.focusOn(state.selected);
  return {
    f: focus,
    F: focus,
    Enter: focus,
    Escape: () => state.select(NONE),
    "/": () => at("search").focus(),
  };
}

/** Keys of the picture itself, while it has the focus of the keyboard. */
function moving(picture) {
  if (!picture) return {};
  return {
    "+": () => picture.zoom(1 / ZOOM),
    "-": () => picture.zoom(ZOOM),
    0: () => picture.showAll(),
    ArrowLeft: () => picture.pan(-1, 0),
    ArrowRight: () => picture.pan(1, 0),
    ArrowUp: () => picture.pan(0, 1),
    ArrowDown: () => picture.pan(0, -1),
  };
}

function inFocus(state, spoken) {
  const along = steps(state, state.focus);
  const relation = along[state.step];
  const step = (to) => {
    const next = Math.max(NONE, Math.min(to, along.length - 1));
    state.change({ step: next, relation: next === NONE ? NONE : along[next] });
    spoken(next === NONE ? "" : said(state, along[next]));
  };
  const go = () => {
    if (relation !== undefined) state.focusOn(state.data.other(relation, state.focus), relation);
  };
  const back = () => {
    if (state.trail.length > 1) state.backTo(state.trail.length - 2);
  };
  const read = () => {
    const passages = (state.data.relations.evidence[relation] ?? []).map(([passage]) => passage);
    if (passages.length) openPassages(state.data, passages, 0);
  };
  return {
    ArrowDown: () => step(state.step + 1),
    ArrowUp: () => step(state.step - 1),
    ArrowRight: go,
    Enter: go,
    " ": read,
    ArrowLeft: back,
    Backspace: back,
    Delete: back,
    Escape: () => state.leaveFocus(),
    "/": () => at("search").focus(),
  };
}

function said(state, relation) {
  const { data } = state;
  const { source, target, wording } = data.relations;
  const [type, forward] = data.wordings[wording[relation]];
  const [from, to] = [source, target].map((ends) => data.entities.name[ends[relation]]);
  return `${from} ${forward || type} ${to}`;
}
