/** Search by name and alias; what is found stands out in the picture. */
import { at, make, named } from "./elements.js";
import { lookedFor } from "./folding.js";
import { typeWords } from "./words.js";

/** Characters from which something is searched: one letter finds nearly everything. */
const SHORTEST = 2;

/** Entities in the list of those found. */
const LISTED = 12;

/** Entities found by a text: whole name, beginning, beginning of a word, anywhere; then by degree. */
export function foundBy(data, text) {
  const sought = lookedFor(text);
  if ([...sought].length < SHORTEST) return [];
  const ranked = [];
  data.forms.forEach((forms, row) => {
    const rank = Math.min(...forms.map((form) => rankOf(form, sought)));
    if (rank < 4) ranked.push([rank, -data.degree[row], row]);
  });
  ranked.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]);
  return ranked.map(([, , row]) => row);
}

function rankOf(form, sought) {
  const index = form.indexOf(sought);
  if (index < 0) return 4;
  if (form === sought) return 0;
  if (index === 0) return 1;
  return form[index - 1] === " " || form.includes(` ${sought}`) ? 2 : 3;
}

/** Set the field up. */
export function startSearch(state) {
  const field = at("search");
  const list = at("search-results");
  let rows = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };
  const choose = (row) => {
    close();
    state.select(row);
    state.change({ wanted: row, found: null });
    at("detail").focus(); // keys go on from there
  };
  const mark = (next) => {
    active = next;
    [...list.children].forEach((item, number) =>
      item.setAttribute("aria-selected", String(number === active)),
    );
    if (active >= 0) field.setAttribute("aria-activedescendant", `found-${active}`);
  };
  const search = () => {
    rows = foundBy(state.data, field.value);
    const isSearch = [...lookedFor(field.value)].length >= SHORTEST;
    state.change({ found: isSearch ? new Set(rows) : null });
    list.replaceChildren(...options(state, rows, isSearch, choose));
    list.hidden = !isSearch;
    field.setAttribute("aria-expanded", String(isSearch));
    mark(rows.length ? 0 : -1);
  };
  field.addEventListener("input", search);
  field.addEventListener("focus", () => field.value && search());
  field.addEventListener("keydown", (event) => {
    const last = Math.min(rows.length, LISTED) - 1;
    if (event.key === "ArrowDown") mark(Math.min(active + 1, last));
    else if (event.key === "ArrowUp") mark(Math.max(active - 1, 0));
    else if (event.key === "Enter" && rows[active] !== undefined) choose(rows[active]);
    else if (event.key === "Escape") {
      field.value = "";
      search();
      close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".search")) close();
  });
}

function options(state, rows, isSearch, choose) {
  if (isSearch && !rows.length) return [said("Nobody and nothing is called so.")];
  const { data } = state;
  const shown = rows.slice(0, LISTED).map((row, number) => {
    const hidden = state.visible.entities[row] ? "" : ", hidden by filters";
    return make(
      "li",
      {
        role: "option",
        id: `found-${number}`,
        "data-entity": row,
        pointerdown: (event) => event.preventDefault(),
        click: () => choose(row),
      },
      named(data.entities.name[row]),
      make("span", { class: "note" }, ` ${typeWords(data.types[data.entities.type[row]])}${hidden}`),
    );
  });
  const more = rows.length - shown.length;
  return more > 0 ? [...shown, said(`and ${more} more`)] : shown;
}

/** A line of the list that cannot be chosen. */
function said(words) {
  return make("li", { class: "note", role: "option", "aria-disabled": "true" }, words);
}
