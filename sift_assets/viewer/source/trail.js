/** The trail: every place that one has been to in focus, with the relation along which one came. */
import { at, button, make, named, visible } from "./elements.js";
import { NONE } from "./state.js";
import { relationWords } from "./words.js";

/** Show the trail whenever it changes. */
export function startTrail(state) {
  state.listen((changed) => {
    if (!changed.has("trail") && !changed.has("focus") && !changed.has("reset")) return;
    const section = at("trail");
    section.hidden = !state.trail.length;
    section.replaceChildren(
      make(
        "div",
        { class: "heading" },
        make("h2", {}, "Trail"),
        button("Clear", () => state.change({ trail: [] }), { class: "quiet", id: "clear-trail" }),
      ),
      make("ol", {}, ...state.trail.map((place, number) => card(state, place, number))),
    );
    section.scrollIntoView({ block: "nearest" });
  });
}

function card(state, { entity, via }, number) {
  const { data } = state;
  const before = state.trail[number - 1]?.entity;
  const words = via === NONE || before === undefined ? null : relationWords(data, via, before);
  const isHere = number === state.trail.length - 1 && state.focus === entity;
  return make(
    "li",
    {},
    words ? make("span", { class: "note" }, visible(words)) : null,
    make(
      "button",
      {
        type: "button",
        class: "entity-link",
        "aria-current": isHere ? "step" : undefined,
        click: () => state.backTo(number),
      },
      named(data.entities.name[entity]),
    ),
  );
}
