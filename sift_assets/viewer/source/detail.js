/** The panel of details: of an entity, of a relation or of a community. */
import { communityDetail } from "./community_detail.js";
import { entityDetail } from "./entity_detail.js";
import { relationDetail } from "./relation_detail.js";
import { at, button, make } from "./elements.js";
import { NONE } from "./state.js";

/** Show details whenever the state says so. */
export function startDetail(state) {
  const panel = at("detail");
  state.listen((changed) => {
    const names = ["selected", "relation", "community", "filters", "focus"];
    if (!names.some((name) => changed.has(name))) return;
    const content = detailOf(state);
    panel.hidden = !content;
    panel.replaceChildren(...(content ? [closing(state), ...content] : []));
    panel.scrollTop = 0;
  });
}

function detailOf(state) {
  if (state.relation !== NONE) return relationDetail(state, state.relation);
  if (state.community !== NONE) return communityDetail(state, state.community);
  if (state.selected !== NONE) return entityDetail(state, state.selected);
  return null;
}

function closing(state) {
  const isBack = state.relation !== NONE && state.selected !== NONE;
  const back = () => state.change({ relation: NONE });
  const close = () => {
    state.change({ selected: NONE, relation: NONE, community: NONE, focus: NONE, step: NONE });
    at("picture").focus();
  };
  return make(
    "p",
    { class: "closing" },
    isBack ? button("← Back", back, { class: "quiet", id: "detail-back" }) : null,
    button("×", close, { class: "quiet", id: "close-detail", "aria-label": "Close details" }),
  );
}
