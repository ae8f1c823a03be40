/**
 * Focus: an entity in the middle, what comes to it on the left, what goes out from it on the right.
 *
 * A drawing of elements, so that each part of it can be reached by keyboard and read aloud.
 */
import { ink, typeColours } from "./colours.js";
import { at, button, draw, make, named, visible } from "./elements.js";
import { NONE } from "./state.js";
import { count, forwardWords, relationWords, shortened, statusWords } from "./words.js";

/** Others that are shown at first, and further ones on request: a ring of more is not read. */
const MOST = 25;

/** Characters of a name, and of what stands on a line. */
const LONGEST_NAME = 30;
const LONGEST_WORDS = 34;

/** Pixels that a character of a name takes, or a little less. */
const CHARACTER = 7.4;

/** Pixels between two of a side; more of them make the drawing higher than the page. */
const LEAST_STEP = 27;

/** Those whom an entity is related to, each once, best connected first, as far as they are shown. */
export function neighbours(state, entity) {
  const { data } = state;
  const found = new Map();
  for (const relation of state.connections(entity)) {
    const other = data.other(relation, entity);
    if (other === entity) continue;
    if (!found.has(other)) found.set(other, []);
    found.get(other).push(relation);
  }
  const all = [...found].map(([other, relations]) => ({ other, relations }));
  all.sort((one, two) => data.degree[two.other] - data.degree[one.other] || one.other - two.other);
  const most = MOST + state.widened;
  return { shown: all.slice(0, most), total: all.length };
}

/** Relations in the order in which one walks along them: as they are drawn, from the top. */
export function steps(state, entity) {
  const { left, right } = sides(state, entity, neighbours(state, entity).shown);
  return [...left, ...right].flatMap(({ relations }) => relations);
}

/** Show focus whenever the state says so. */
export function startFocus(state) {
  const section = at("focus");
  const redraw = () => {
    section.hidden = state.focus === NONE;
    if (!section.hidden) section.replaceChildren(...drawn(state, section));
  };
  state.listen((changed) => {
    const names = ["focus", "step", "filters", "colours", "theme", "widened", "relation"];
    if (names.some((name) => changed.has(name))) redraw();
  });
  new ResizeObserver(() => state.focus !== NONE && redraw()).observe(at("picture"));
}

function drawn(state, section) {
  const { data, focus } = state;
  const { shown, total } = neighbours(state, focus);
  const size = at("picture").getBoundingClientRect();
  const places = sides(state, focus, shown);
  const rows = Math.max(places.left.length, places.right.length, 1);
  const height = Math.max(size.height - 46, rows * LEAST_STEP + 60);
  const middle = { x: size.width / 2, y: height / 2 };
  const svg = draw("svg", {
    viewBox: `0 0 ${size.width} ${height}`,
    width: size.width,
    height,
    role: "group",
    class: state.step === NONE ? "" : "walking",
    "aria-label": `${visible(data.entities.name[focus])} and ${count(shown.length, "other")}`,
  });
  const colours = typeColours(data, state.colours);
  const lines = draw("g");
  const discs = draw("g");
  for (const [side, items] of Object.entries(places)) {
    items.forEach((item, number) => {
      const place = placeOf(side, number, items.length, middle, size.width, height);
      lines.append(...linesTo(state, item, middle, place, side).filter(Boolean));
      discs.append(disc(state, item, place, colours, side, size.width));
    });
  }
  svg.append(lines, discs, centre(state, middle, colours));
  section.scrollTop = 0;
  return [banner(state, shown.length, total), svg];
}

/** Others by side: incoming left, outgoing right, and evened out where one side has too many. */
function sides(state, entity, shown) {
  const { data } = state;
  const key = ({ relations }) => data.relations.wording[relations[0]];
  const sorted = [...shown].sort((one, two) => key(one) - key(two) || one.other - two.other);
  const goesOut = ({ relations }) => data.isOutgoing(relations[0], entity);
  const right = sorted.filter(goesOut);
  const left = sorted.filter((item) => !goesOut(item));
  const most = Math.ceil(sorted.length / 2) + 2;
  while (right.length > most) left.push(right.pop());
  while (left.length > most) right.push(left.pop());
  return { left, right };
}

function placeOf(side, number, size, middle, width, height) {
  const step = (height - 60) / Math.max(size, 1);
  const y = 34 + step * (number + 0.5);
  const lean = (y - middle.y) / (height / 2);
  const reach = Math.min(width * 0.26, 330) * Math.sqrt(Math.max(0.25, 1 - 0.7 * lean * lean));
  return { x: middle.x + (side === "left" ? -reach : reach), y };
}

function banner(state, shown, total) {
  const { data, focus } = state;
  const more = total - shown;
  const limit = more
    ? `Showing the ${shown} best connected of ${total} that it is related to.`
    : `Showing all ${total} that it is related to.`;
  const hidden = data.related[focus].length - state.connections(focus).length;
  const filtered = hidden ? ` Filters hide ${count(hidden, "relation")}.` : "";
  return make(
    "div",
    { class: "banner" },
    make("p", {}, "Focus on ", named(data.entities.name[focus]), `. ${limit}${filtered}`),
    more ? button(`${Math.min(MOST, more)} more`, () => state.change({ widened: state.widened + MOST })) : null,
    button("Leave focus", () => state.leaveFocus(), { id: "leave-focus", "aria-keyshortcuts": "Escape" }),
  );
}

function linesTo(state, { relations }, middle, place, side) {
  const { data, focus } = state;
  const walked = state.step === NONE ? NONE : steps(state, focus)[state.step];
  const isWalked = relations.includes(walked);
  const isPending = relations.every((one) => data.isPending("relations", one));
  const isOpen = relations.includes(state.relation) || isWalked;
  const said = [...new Set(relations.map((one) => forwardWords(data, one)))];
  const more = said.length > 2 ? ` +${said.length - 2}` : "";
  const words = shortened(visible(said.slice(0, 2).join(" · ")), LONGEST_WORDS) + more;
  const along = 0.6;
  const label = {
    x: middle.x + (place.x - middle.x) * along,
    y: middle.y + (place.y - middle.y) * along - 5,
  };
  const open = () => state.selectRelation(relations[0]);
  const outgoing = data.isOutgoing(relations[0], focus);
  const isSymmetric = relations.every((one) => data.wordings[data.relations.wording[one]][3]);
  return [
    ...arrows(relations.length, middle, place, outgoing).map((path) =>
      draw("path", {
        d: path,
        class: `line${isPending ? " pending" : ""}${isOpen ? " open" : ""}`,
      }),
    ),
    isSymmetric ? null : arrowHead(middle, place, outgoing, isPending, isOpen),
    draw("line", {
      x1: middle.x, y1: middle.y, x2: place.x, y2: place.y, class: "hit", click: open,
    }, draw("title", {}, tipOf(state, relations))), // prettier-ignore
    draw("text", {
      x: label.x, y: label.y, class: `words${isOpen ? " open" : ""} ${side}`, click: open,
    }, words, draw("title", {}, tipOf(state, relations))), // prettier-ignore
  ];
}

/** Paths from the middle to a place, one for each relation up to four, fanned out. */
function arrows(size, from, to, outgoing) {
  const few = Math.min(size, 4);
  const [start, end] = outgoing ? [from, to] : [to, from];
  return Array.from({ length: few }, (_, number) => {
    const bend = (number - (few - 1) / 2) * 9;
    const x = (start.x + end.x) / 2;
    const y = (start.y + end.y) / 2 + bend;
    return `M${start.x},${start.y} Q${x},${y} ${end.x},${end.y}`;
  });
}

function arrowHead(middle, place, outgoing, isPending, isOpen) {
  const [from, to, gap] = outgoing ? [middle, place, 11] : [place, middle, 24];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - dx * gap, y: to.y - dy * gap };
  const back = { x: tip.x - dx * 8, y: tip.y - dy * 8 };
  const points = [tip, { x: back.x - dy * 4, y: back.y + dx * 4 }, { x: back.x + dy * 4, y: back.y - dx * 4 }];
  return draw("polygon", {
    points: points.map(({ x, y }) => `${x},${y}`).join(" "),
    class: `head${isPending ? " pending" : ""}${isOpen ? " open" : ""}`,
  });
}

function disc(state, { other: row, relations }, place, colours, side, width) {
  const { data } = state;
  const name = data.entities.name[row];
  const colour = colours[data.entities.type[row]];
  const isPending = data.isPending("entities", row);
  const status = statusWords(data.entities.status[row]);
  const said = relations.map((one) => relationWords(data, one, state.focus)).join(", ");
  const room = Math.floor(((side === "left" ? place.x : width - place.x) - 22) / CHARACTER);
  const go = () => state.focusOn(row, relations[0]);
  return draw(
    "g",
    {
      class: "entity",
      tabindex: 0,
      role: "button",
      "data-entity": row,
      "aria-label": `${visible(name)}, ${said}, ${status}`,
      click: go,
      keydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        go();
      },
    },
    draw("circle", {
      cx: place.x, cy: place.y, r: 7, fill: isPending ? ink("paper") : colour, stroke: colour,
    }), // prettier-ignore
    draw("text", {
      x: place.x + (side === "left" ? -13 : 13), y: place.y + 4, class: `label ${side}`,
    }, shortened(visible(name), Math.min(LONGEST_NAME, room))), // prettier-ignore
    draw("title", {}, `${visible(name)} (${status})`),
  );
}

function centre(state, middle, colours) {
  const { data, focus } = state;
  const colour = colours[data.entities.type[focus]];
  const isPending = data.isPending("entities", focus);
  const text = shortened(visible(data.entities.name[focus]), LONGEST_NAME);
  return draw(
    "g",
    { class: "centre" },
    draw("circle", {
      cx: middle.x, cy: middle.y, r: 17, fill: isPending ? ink("paper") : colour, stroke: colour,
    }), // prettier-ignore
    draw("text", { x: middle.x, y: middle.y - 26, class: "label" }, text),
  );
}

function tipOf({ data, focus }, relations) {
  return relations
    .map((one) => {
      const { support, confidence, status } = data.relations;
      const words = relationWords(data, one, focus);
      return `${words}: ${count(support[one], "document")}, confidence ${confidence[one]}, ${statusWords(status[one])}`;
    })
    .join("\n");
}
