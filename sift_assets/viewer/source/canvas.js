/** Canvases that lie over each other and have the size of the picture, in whole device pixels. */

/** Fit a canvas to its parent, empty it, and return what draws on it in CSS pixels. */
export function cleared(canvas) {
  const { clientWidth, clientHeight } = canvas.parentElement;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, clientWidth, clientHeight);
  return { context, width: clientWidth, height: clientHeight };
}

/** Rectangles that do not overlap: what comes first has its place. */
export class Places {
  #taken = [];

  /** Take a place if it is free and on the screen; say whether it was. */
  take(box) {
    const isFree = this.#taken.every(
      (other) =>
        box.left >= other.right || box.right <= other.left ||
        box.top >= other.bottom || box.bottom <= other.top,
    ); // prettier-ignore
    if (isFree) this.#taken.push(box);
    return isFree;
  }
}
