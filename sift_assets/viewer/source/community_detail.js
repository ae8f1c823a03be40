/** What is told of a community, and who belongs to it. */
import { make, named } from "./elements.js";
import { entityButton, part, sentences } from "./parts.js";
import { count } from "./words.js";

/** Members that are listed at first. */
const AT_FIRST = 60;

/** The details of a community, as elements. */
export function communityDetail(state, number) {
  const { data } = state;
  const [, label, story, outdated] = data.communities[number];
  const members = data.members[number].filter((row) => state.visible.entities[row]);
  members.sort((one, other) => data.degree[other] - data.degree[one] || one - other);
  const told = story.length ? make("p", {}, ...sentences(state, story)) : null;
  const note = outdated ? make("p", { class: "note" }, "This is an earlier text; it waits to be told anew.") : null;
  return [
    make(
      "header",
      {},
      make("h2", { id: "detail-title" }, named(label)),
      make("p", { class: "marks" }, `${count(members.length, "member")} shown`),
    ),
    part("Story", told, note),
    part("Members", listed(state, members)),
  ].filter(Boolean);
}

function listed(state, members) {
  const item = (row) => make("li", {}, entityButton(state, row));
  const list = make("ul", { class: "plain" }, ...members.slice(0, AT_FIRST).map(item));
  const rest = members.length - AT_FIRST;
  return rest > 0 ? [list, make("p", { class: "note" }, `and ${rest} more, in the list`)] : list;
}
