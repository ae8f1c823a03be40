/** What sigma draws with, by WebGL. */
import { EdgeLineProgram, EdgeRectangleProgram } from "sigma/rendering";
import { createNodeBorderProgram } from "@sigma/node-border";

/**
 * Settings of sigma that say what draws entities and relations: in the place of its own, which
 * would be compiled as well, for nothing. Many relations are drawn as the thinnest lines.
 */
export function programs(isFew) {
  return {
    nodeProgramClasses: { circle: ringed() },
    edgeProgramClasses: { line: isFew ? EdgeRectangleProgram : EdgeLineProgram, arrow: NoProgram },
  };
}

/** Draws nothing; no relation is of its kind. */
class NoProgram {
  kill() {}
  reallocate() {}
  process() {}
  render() {}
}

/** Whether the browser can draw the picture. */
export function hasWebGl() {
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl2") ?? canvas.getContext("webgl"));
}

/** Discs with a ring; a ring of the colour of the paper's inside is what waits for a person. */
function ringed() {
  return createNodeBorderProgram({
    borders: [
      { size: { value: 0.22 }, color: { attribute: "borderColor" } },
      { size: { fill: true }, color: { attribute: "color" } },
    ],
  });
}
