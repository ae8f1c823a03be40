/** What colours and lines mean. */
import { typeColours } from "./colours.js";
import { at, draw, make } from "./elements.js";
import { typeWords } from "./words.js";

/** Types in the legend; the filters have all of them. */
const TYPES = 8;

/** Draw the legend anew. */
export function drawLegend(state) {
  const { data } = state;
  const used = new Map();
  for (const type of data.entities.type) used.set(type, (used.get(type) ?? 0) + 1);
  const types = [...used].sort((one, other) => other[1] - one[1]).slice(0, TYPES);
  const colours = typeColours(data, state.colours);
  const sample = (attributes) =>
    draw("svg", { width: 26, height: 12, "aria-hidden": "true" }, draw("line", { x1: 1, y1: 6, x2: 25, y2: 6, ...attributes }));
  const disc = (given) =>
    draw("svg", { width: 14, height: 14, "aria-hidden": "true" }, draw("circle", { cx: 7, cy: 7, r: 5, ...given }));
  const statuses = new Set([...data.entities.status, ...data.relations.status]);
  at("legend").replaceChildren(
    ...types.map(([type]) => make("span", {}, disc({ fill: colours[type] }), typeWords(data.types[type]))),
    ...(statuses.has("pending")
      ? [
          make("span", {}, disc({ class: "hollow" }), "hollow: waits for a person"),
          make("span", {}, sample({ class: "line pending" }), "waits for a person"),
        ]
      : []),
    ...(statuses.has("confirmed") ? [make("span", {}, disc({ class: "ringed" }), "ringed: confirmed by a person")] : []),
  );
}
