/** The regions of communities: the outline of those of their members that are shown. */
import { cleared } from "./canvas.js";
import { communityColour } from "./colours.js";
import { at } from "./elements.js";

/** Pixels around the entities at the rim, at most and at least; between, as neighbours are apart. */
const [WIDEST, NARROWEST] = [16, 5];

/** By community the outline of its members that are shown, null where there are not two. */
export function hullsOf({ data, visible }) {
  const { x, y } = data.entities;
  return data.members.map((members) => {
    const shown = members.filter((row) => visible.entities[row]);
    return shown.length > 1 ? hull(shown.map((row) => ({ x: x[row], y: y[row] }))) : null;
  });
}

/** Draw the region of every community; the picture keeps the outlines on the screen for labels. */
export function drawRegions(picture) {
  const { context, width, height } = cleared(at("regions"));
  const { state } = picture;
  const padding = Math.min(WIDEST, Math.max(NARROWEST, picture.step));
  picture.outlines = picture.hulls.map((found) => found?.map((point) => picture.projected(point)));
  picture.outlines.forEach((outline, community) => {
    if (!isCommunity(state.data, community)) return;
    if (outline && isSeen(outline, width, height)) {
      drawRegion(context, outline, padding, community, state.community === community);
    }
  });
}

/** Whether a group of entities is a community, and not those that are in none. */
export function isCommunity(data, community) {
  return data.communities[community][0] !== "unassigned";
}

function drawRegion(context, outline, padding, community, isOpen) {
  const path = new Path2D();
  outline.forEach(({ x, y }, number) => (number ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
  context.lineJoin = "round";
  // twice with a wide pen: the outer one stays as a rim around the inner one
  context.lineWidth = 2 * padding + (isOpen ? 5 : 2);
  context.strokeStyle = communityColour(community, isOpen ? "label" : "line");
  context.stroke(path);
  context.lineWidth = 2 * padding;
  context.strokeStyle = context.fillStyle = communityColour(community, "region");
  context.stroke(path);
  context.fill(path);
}

function isSeen(outline, width, height) {
  const [xs, ys] = ["x", "y"].map((axis) => outline.map((place) => place[axis]));
  return (
    Math.max(...xs) > -WIDEST && Math.min(...xs) < width + WIDEST &&
    Math.max(...ys) > -WIDEST && Math.min(...ys) < height + WIDEST
  ); // prettier-ignore
}

/** The convex hull of some points, after Andrew's monotone chain (1979). */
export function hull(points) {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (line) => {
    const found = [];
    for (const point of line) {
      while (found.length > 1 && turn(found.at(-2), found.at(-1), point) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  const outline = [...half(sorted), ...half(sorted.reverse())];
  return outline.length ? outline : sorted.slice(0, 1);
}

function turn(from, over, to) {
  return (over.x - from.x) * (to.y - from.y) - (over.y - from.y) * (to.x - from.x);
}
