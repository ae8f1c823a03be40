/** What lies above the entities: labels, and the relations of whoever stands out. */
import { cleared, Places } from "./canvas.js";
import { communityColour, ink } from "./colours.js";
import { at, visible } from "./elements.js";
import { isCommunity } from "./regions.js";
import { NONE } from "./state.js";
import { shortened } from "./words.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif";

/** Pixels: a region that is smaller has no label, an entity that is smaller none either. */
const SMALLEST_REGION = 30;
const SMALLEST_ENTITY = 4.2;

/** Share of its own radius: the name of an entity may lie over discs that are smaller than this. */
const COVERED = 0.6;

/** Labels at once, of the largest communities; the others have theirs when one comes nearer. */
const MOST_LABELS = 36;

/** Names before one comes nearer: those of the best connected. */
const NAMES_AT_FIRST = 32;

/** Names on the screen at once; more are not read. */
const MOST_NAMES = 90;

/** Discs that no name may lie over; among more there is no room anyway. */
const MOST_DISCS = 300;

/** Characters of a name and of a label on the picture; the rest is in the details. */
const LONGEST_NAME = 32;
const LONGEST_LABEL = 40;

let labels = [];

/** The community whose label is at a place of the picture, null where there is none. */
export function labelAt(x, y) {
  const found = labels.find(
    ({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
  );
  return found ? found.community : null;
}

/** Draw labels of regions, the relations of whoever stands out, and names. */
export function drawInk(picture) {
  const { context, width, height } = cleared(at("ink"));
  const places = new Places();
  const discs = discsOn(picture, width, height);
  const pen = { context, width, height, places, discs, paper: ink("paper"), ink: ink("ink") };
  drawTrail(picture, pen);
  if (picture.lit !== NONE) drawRelations(picture, pen);
  drawLabels(picture, pen);
  drawNames(picture, pen);
}

function drawLabels(picture, pen) {
  labels = [];
  const { data } = picture.state;
  const bySize = data.members
    .map((members, community) => [members.length, community])
    .sort((one, other) => other[0] - one[0]);
  for (const [, community] of bySize) {
    if (labels.length === MOST_LABELS) return;
    const outline = picture.outlines[community];
    if (outline) drawLabel(pen, data.communities[community][1], outline, community, colourOf(data, community));
  }
}

function colourOf(data, community) {
  return isCommunity(data, community) ? communityColour(community, "label") : ink("soft");
}

/** Above its region, else below it, where there is room; small ones wait until one comes nearer. */
function drawLabel(pen, label, outline, community, colour) {
  const [xs, ys] = ["x", "y"].map((axis) => outline.map((place) => place[axis]));
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (right < 0 || left > pen.width || Math.max(right - left, bottom - top) < SMALLEST_REGION) return;
  const text = shortened(visible(label), LONGEST_LABEL);
  pen.context.font = `600 13px ${FONT}`;
  const half = pen.context.measureText(text).width / 2;
  const x = Math.min(Math.max((left + right) / 2, half + 8), pen.width - half - 8);
  const boxes = [top - 23, bottom + 25].map((y) => boxAround(x, y, half + 4, 10));
  const isClear = (box) => !coversDisc(pen.discs, box, NONE, 0);
  const take = (box) => isOn(pen, box) && pen.places.take(box);
  const free = boxes.find((box) => isClear(box) && take(box)) ?? boxes.find(take);
  if (!free) return;
  pen.context.textAlign = "center";
  written(pen, text, x, (free.top + free.bottom) / 2, colour);
  labels.push({ box: free, community });
}

function drawNames(picture, pen) {
  const shown = picture.state.visible;
  const first = standingOut(picture);
  const named = picture.byDegree.slice(0, Math.ceil(NAMES_AT_FIRST / picture.ratio ** 2));
  let drawn = 0;
  [...new Set([...first, ...named])].some((row, number) => {
    const isFirst = number < first.length;
    if (!shown.entities[row] || (!isFirst && !isNamed(picture, row))) return false;
    const place = picture.place(row);
    if (place.x < 0 || place.y < 0 || place.x > pen.width || place.y > pen.height) return false;
    drawn += drawName(picture, pen, row, place, isFirst && number === 0);
    return drawn >= MOST_NAMES;
  });
}

/** Whoever is pointed at or open comes first, then its neighbours, then what was searched for. */
function standingOut(picture) {
  const { state, lit } = picture;
  const been = state.trail.map(({ entity }) => entity);
  if (lit === NONE) return state.found ? [...state.found].slice(0, MOST_NAMES) : been;
  const others = state.connections(lit).map((relation) => state.data.other(relation, lit));
  return [lit, ...been, ...new Set(others)];
}

function isNamed(picture, row) {
  const { found } = picture.state;
  return (found === null || found.has(row)) && picture.radius(row) >= SMALLEST_ENTITY;
}

function drawName(picture, pen, row, place, isStrong) {
  const text = shortened(visible(picture.state.data.entities.name[row]), LONGEST_NAME);
  pen.context.font = `${isStrong ? 600 : 400} 12px ${FONT}`;
  const width = pen.context.measureText(text).width;
  const gap = picture.radius(row) + 4;
  const sides = [
    [place.x + gap, place.y],
    [place.x - gap - width, place.y],
    [place.x - width / 2, place.y + gap + 7],
    [place.x - width / 2, place.y - gap - 7],
  ];
  const free = sides.find(([x, y]) => {
    const box = { left: x - 2, right: x + width + 2, top: y - 8, bottom: y + 8 };
    const isClear = !coversDisc(pen.discs, box, row, COVERED * picture.radius(row));
    return isOn(pen, box) && isClear && pen.places.take(box);
  });
  if (!free && !isStrong) return 0;
  pen.context.textAlign = "left";
  written(pen, text, ...(free ?? sides[0]), pen.ink);
  return 1;
}

/** The discs on the screen, the largest ones: a name must not lie over one. */
function discsOn(picture, width, height) {
  const found = [];
  for (const row of picture.byDegree) {
    if (found.length === MOST_DISCS) break;
    if (!picture.state.visible.entities[row]) continue;
    const { x, y } = picture.place(row);
    if (x > 0 && y > 0 && x < width && y < height) found.push({ row, x, y, r: picture.radius(row) });
  }
  return found;
}

/** Whether a box lies over a disc, but for smaller ones and one's own. */
function coversDisc(discs, box, own, smaller) {
  return discs.some(
    ({ row, x, y, r }) =>
      row !== own && r >= smaller &&
      x + r > box.left && x - r < box.right && y + r > box.top && y - r < box.bottom,
  ); // prettier-ignore
}

function boxAround(x, y, halfWidth, halfHeight) {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function isOn({ width, height }, box) {
  return box.left >= 0 && box.top >= 0 && box.right <= width && box.bottom <= height;
}

/** Write a text with a rim in the colour of the paper, so that it is read over anything. */
function written({ context, paper }, text, x, y, colour) {
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 5;
  context.strokeStyle = paper;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

function drawRelations(picture, { context }) {
  const { state, lit } = picture;
  const { data } = state;
  for (const relation of state.connections(lit)) {
    const other = data.other(relation, lit);
    if (other === lit) continue;
    const isPending = data.isPending("relations", relation);
    context.setLineDash(isPending ? [5, 4] : []);
    context.lineWidth = Math.min(4, 1.2 + 0.4 * data.relations.support[relation]);
    context.strokeStyle = isPending ? ink("waiting") : picture.types[data.entities.type[lit]];
    context.globalAlpha = 0.8;
    drawBetween(picture, context, lit, other);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  ring(picture, context, lit, 2.5);
}

/** The way that one has gone in focus, from place to place. */
function drawTrail(picture, { context }) {
  const { trail } = picture.state;
  context.lineWidth = 2.5;
  context.strokeStyle = ink("accent");
  trail.slice(1).forEach(({ entity }, before) => {
    drawBetween(picture, context, trail[before].entity, entity);
  });
}

/** A line from the rim of one disc to the rim of another. */
function drawBetween(picture, context, one, other) {
  const [from, to] = [picture.place(one), picture.place(other)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [start, end] = [picture.radius(one) + 3, picture.radius(other)];
  if (length <= start + end) return;
  context.beginPath();
  context.moveTo(from.x + dx * start, from.y + dy * start);
  context.lineTo(to.x - dx * end, to.y - dy * end);
  context.stroke();
}

function ring(picture, context, row, width) {
  const { x, y } = picture.place(row);
  context.beginPath();
  context.arc(x, y, picture.radius(row) + 3, 0, 2 * Math.PI);
  context.lineWidth = width;
  context.strokeStyle = ink("ink");
  context.stroke();
}
