/** What is said of an entity while it is pointed at. */
import { at, make, named, visible } from "./elements.js";
import { NONE } from "./state.js";
import { count, forwardWords, keyWords, shortened, statusWords, typeWords } from "./words.js";

/** Attributes and documents that are told of. */
const MOST = 3;

/** Characters of a quote; the details have all of it. */
const LONGEST_QUOTE = 150;

/** Show the tip beside whoever, or the relation that, is pointed at. */
export function startTip(state, placeOf) {
  const tip = at("tip");
  state.listen((changed) => {
    if (!changed.has("hovered") && !changed.has("pointed")) return;
    const isEntity = state.hovered !== NONE;
    tip.hidden = !isEntity && !state.pointed;
    if (tip.hidden) return;
    tip.replaceChildren(...(isEntity ? entity(state, state.hovered) : relation(state)));
    const { x, y } = isEntity ? placeOf(state.hovered) : state.pointed;
    const { clientWidth, clientHeight } = at("picture");
    tip.style.left = `${Math.max(8, Math.min(x + 18, clientWidth - tip.offsetWidth - 8))}px`;
    const below = y + 18 + tip.offsetHeight < clientHeight;
    tip.style.top = `${below ? y + 18 : Math.max(8, y - 18 - tip.offsetHeight)}px`;
  });
}

function relation({ data, pointed }) {
  const { source, target, support, confidence, status, evidence } = data.relations;
  const row = pointed.relation;
  const name = (ends) => named(data.entities.name[ends[row]]);
  const about = `${count(support[row], "document")} · confidence ${confidence[row]}`;
  const [first] = evidence[row];
  const quote = first ? shortened(data.passage(first[0]).quote, LONGEST_QUOTE) : "";
  return [
    make("strong", {}, name(source), ` ${visible(forwardWords(data, row))} `, name(target)),
    ...[about, statusWords(status[row]), quote].filter(Boolean).map((line) => make("p", {}, visible(line))),
  ];
}

function entity({ data }, row) {
  const { entities } = data;
  const [, label] = data.communities[entities.community[row]];
  const type = typeWords(data.types[entities.type[row]]);
  const lines = [
    `${type} · ${count(data.degree[row], "connection")} · confidence ${entities.confidence[row]}`,
    statusWords(entities.status[row]),
    ...entities.attributes[row].slice(0, MOST).map(([key, value]) => `${keyWords(key)}: ${value}`),
    entities.documents[row].slice(0, MOST).map((one) => data.documents[one][1]).join(", "),
  ];
  return [
    make("strong", {}, named(entities.name[row])),
    make("p", {}, named(label)),
    ...lines.filter(Boolean).map((line) => make("p", {}, visible(line))),
  ];
}
