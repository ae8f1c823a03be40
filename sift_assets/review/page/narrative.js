// The narrative as text: each sentence with the passages it stands on.

import { ask } from "./api.js";
import { el, fill, foreign } from "./dom.js";
import { openPassage } from "./passages.js";

/** Show the narrative. */
export async function showNarrative() {
  const found = await ask("narrative");
  fill(
    document.getElementById("content"),
    el(
      "article",
      { class: "page told" },
      el("h1", {}, foreign(found.title)),
      found.sections.map((one) => section(one, found.passages, 2)),
    ),
  );
}

function section(one, passages, level) {
  if (!one.sentences.length && !one.profiles.length) return null;
  return el(
    "section",
    {},
    el(`h${level}`, {}, foreign(one.heading)),
    sentences(one, passages),
    one.profiles.map((each) => section(each, passages, level + 1)),
  );
}

function sentences(one, passages) {
  if (!one.sentences.length) return null;
  const all = one.sentences.map((each) => sentence(each, passages));
  return one.is_list
    ? el(
        "ul",
        {},
        all.map((each) => el("li", {}, each)),
      )
    : el("p", {}, all);
}

function sentence(one, passages) {
  const cites = one.cites
    .filter((id) => passages[id])
    .map((id, at) => {
      const place = passages[id];
      const words = `passage ${at + 1}: ${place.path}${place.page ? `, page ${place.page}` : ""}`;
      return el(
        "button",
        {
          type: "button",
          class: "cite",
          title: words,
          "aria-label": words,
          onclick: () => openPassage(place, place.quote),
        },
        at + 1,
      );
    });
  return el("span", {}, foreign(one.text), " ", el("span", { class: "cites" }, cites), " ");
}
