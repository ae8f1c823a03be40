/**
 * The picture of the whole graph: sigma draws entities and relations, `regions.js` what is below
 * them, `ink.js` what is above.
 */
import { MultiDirectedGraph } from "graphology";
import Sigma from "sigma";
import { ink, typeColours } from "./colours.js";
import { at } from "./elements.js";
import { drawInk, labelAt } from "./ink.js";
import { programs } from "./programs.js";
import { drawRegions, hullsOf } from "./regions.js";
import { NONE } from "./state.js";

/** Pixels around everything: the legend and, over it, the rim of a region have room below. */
const MARGIN = 64;

/** Relations up to which each has a width of its own and can be clicked on; more take too long. */
const FEW_RELATIONS = 5000;

/** Distance of neighbours in the data, `SPACE` in `core/viewing/placing.py`. */
const STEP = 100;

/** Shares of the distance of neighbours on the screen that the smallest entity may take up. */
const FILLED = 0.2;
const SMALLEST = 1.2;
const LARGEST_SMALL = 6;

const MILLISECONDS = 350;

/** Share of what is seen by which one key moves. */
const PANNED = 0.2;

/** The picture; without WebGL there is none, and the list takes its place. */
export class Picture {
  constructor(state) {
    this.state = state;
    this.isFew = state.data.relations.id.length <= FEW_RELATIONS;
    this.base = this.#smallest();
    const { degree, size } = state.data;
    this.byDegree = Array.from({ length: size }, (_, row) => row);
    this.byDegree.sort((one, other) => degree[other] - degree[one]);
    this.hulls = hullsOf(state);
    this.recolour();
    this.sigma = new Sigma(this.#graph(), at("sigma"), this.#settings());
    this.sigma.on("afterRender", () => this.redraw());
    // sigma itself follows the window only, not panels that open beside it
    new ResizeObserver(() => {
      const { width, height } = this.sigma.getDimensions();
      const { clientWidth, clientHeight } = at("sigma");
      if (clientWidth === width && clientHeight === height) return;
      this.sigma.resize();
      this.sigma.scheduleRender();
    }).observe(at("sigma"));
    this.#hear();
    state.listen((changed) => this.#follow(changed));
    this.redraw(); // sigma has drawn already, before anybody could listen
  }

  /** Take the colours of the theme and of the reader. */
  recolour() {
    this.types = typeColours(this.state.data, this.state.colours);
    this.paper = ink("paper");
    this.line = ink("line");
    this.waiting = ink("waiting");
    this.faded = ink("faded");
    this.strong = ink("ink");
    this.sigma?.refresh();
  }

  /** Where an entity is on the screen. */
  place(entity) {
    const { x, y } = this.state.data.entities;
    return this.projected({ x: x[entity], y: y[entity] });
  }

  /** Where a point of the data is on the screen; there y goes down. */
  projected({ x, y }) {
    return this.sigma.graphToViewport({ x, y: -y });
  }

  /** How near one is: 1 shows everything, half of it twice as near. */
  get ratio() {
    return this.sigma.getCamera().ratio;
  }

  /** The distance of neighbours on the screen. */
  get step() {
    const [one, other] = [0, STEP].map((x) => this.projected({ x, y: 0 }));
    return Math.hypot(other.x - one.x, other.y - one.y);
  }

  /** The radius of an entity on the screen. */
  radius(entity) {
    return this.sigma.scaleSize(this.#size(entity));
  }

  /** Draw what is below and above the entities. */
  redraw() {
    drawRegions(this);
    drawInk(this);
  }

  /** Move to an entity. */
  goTo(entity) {
    const shown = this.sigma.getNodeDisplayData(String(entity));
    if (!shown) return;
    const camera = this.sigma.getCamera();
    const ratio = Math.min(camera.ratio, 0.5);
    this.#move({ x: shown.x, y: shown.y, ratio });
  }

  /** Move so that some entities are seen. */
  show(entities) {
    const places = entities
      .map((entity) => this.sigma.getNodeDisplayData(String(entity)))
      .filter(Boolean);
    if (!places.length) return;
    const [xs, ys] = ["x", "y"].map((axis) => places.map((place) => place[axis]));
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const ratio = Math.min(1, Math.max(0.08, 1.5 * Math.max(right - left, high - low)));
    const to = { x: (left + right) / 2, y: (low + high) / 2, ratio };
    this.#move(to);
  }

  /** Go where one is wanted: at once for readers who do not like movement. */
  #move(to) {
    const camera = this.sigma.getCamera();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) camera.setState(to);
    else camera.animate(to, { duration: MILLISECONDS });
  }

  zoom(factor) {
    const camera = this.sigma.getCamera();
    this.#move({ ratio: camera.getBoundedRatio(camera.ratio * factor) });
  }

  /** Move by a part of what is seen. */
  pan(right, up) {
    const camera = this.sigma.getCamera();
    const { x, y, ratio } = camera.getState();
    const to = { x: x + PANNED * right * ratio, y: y + PANNED * up * ratio };
    this.#move(to);
  }

  showAll() {
    this.#move({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  /** The entity that is pointed at or open, with those that it is related to: they stand out. */
  get lit() {
    const { state } = this;
    return state.hovered !== NONE ? state.hovered : state.selected;
  }

  #graph() {
    const { data } = this.state;
    const graph = new MultiDirectedGraph();
    for (let row = 0; row < data.size; row += 1) {
      graph.addNode(row, { x: data.entities.x[row], y: -data.entities.y[row] });
    }
    const { source, target } = data.relations;
    source.forEach((from, row) => {
      if (from !== target[row]) graph.addEdgeWithKey(row, from, target[row]);
    });
    return graph;
  }

  #settings() {
    return {
      renderLabels: false, // `ink.js` does, with whatever script a name is in
      defaultDrawNodeHover: () => {},
      enableEdgeEvents: this.isFew,
      doubleClickZoomingRatio: 1,
      hideEdgesOnMove: !this.isFew,
      zIndex: true,
      minCameraRatio: 0.01,
      maxCameraRatio: 3,
      stagePadding: MARGIN,
      ...programs(this.isFew),
      nodeReducer: (key) => this.#drawnEntity(Number(key)),
      edgeReducer: (key) => this.#drawnRelation(Number(key)),
    };
  }

  #drawnEntity(row) {
    const { state } = this;
    const { entities } = state.data;
    const place = { x: entities.x[row], y: -entities.y[row] };
    if (!state.visible.entities[row]) return { ...place, hidden: true };
    const own = this.types[entities.type[row]];
    const isFaded = this.#isFaded(row);
    const colour = isFaded ? this.faded : own;
    const isPending = entities.status[row] === "pending";
    const isConfirmed = entities.status[row] === "confirmed";
    return {
      ...place,
      size: this.#size(row),
      color: isPending ? this.paper : colour,
      borderColor: isConfirmed && !isFaded ? this.strong : colour,
      zIndex: isFaded ? 0 : 1,
    };
  }

  #drawnRelation(row) {
    const { state } = this;
    if (!state.visible.relations[row]) return { hidden: true };
    const support = state.data.relations.support[row];
    const size = this.isFew ? Math.min(3, 0.7 + 0.4 * support) : 1;
    const isPending = state.data.relations.status[row] === "pending";
    const { source, target } = state.data.relations;
    const isFaded =
      this.#isFaded(source[row]) || this.#isFaded(target[row]) || this.#isBackground(row);
    return { size, color: isFaded ? this.faded : isPending ? this.waiting : this.line };
  }

  #isFaded(row) {
    const { found } = this.state;
    return found !== null && !found.has(row) && row !== this.lit;
  }

  /** Of many relations those between communities stay behind: they would cover everything. */
  #isBackground(relation) {
    const { entities, relations } = this.state.data;
    const [from, to] = [relations.source[relation], relations.target[relation]];
    return !this.isFew && entities.community[from] !== entities.community[to];
  }

  #size(row) {
    const degree = this.state.data.degree[row];
    return this.base * (1 + 0.42 * Math.log2(1 + degree));
  }

  /** The radius of an entity without relations, so that neighbours do not cover each other. */
  #smallest() {
    const { x, y } = this.state.data.entities;
    const { width, height } = at("sigma").getBoundingClientRect();
    const spread = (column) => range(column)[1] - range(column)[0] || 1;
    const scale = Math.min(width / spread(x), height / spread(y)) || 1;
    return Math.min(LARGEST_SMALL, Math.max(SMALLEST, FILLED * STEP * scale));
  }

  #hear() {
    const { state, sigma } = this;
    const entity = ({ node }) => Number(node);
    sigma.on("enterNode", (event) => state.change({ hovered: entity(event) }));
    sigma.on("leaveNode", () => state.change({ hovered: NONE }));
    sigma.on("leaveStage", () => {
      sigma.hoveredNode = null; // sigma 3.0.3 forgets to: it would not say that one comes back
    });
    let clicked = NONE;
    sigma.on("clickNode", (event) => {
      clicked = entity(event);
      state.select(clicked);
    });
    // the browser's own, for it knows what a double click is to this reader
    at("sigma").addEventListener("dblclick", () => {
      if (clicked !== NONE) state.focusOn(clicked);
    });
    sigma.on("enterEdge", ({ edge, event }) =>
      state.change({ pointed: { relation: Number(edge), x: event.x, y: event.y } }),
    );
    sigma.on("leaveEdge", () => state.change({ pointed: null }));
    sigma.on("clickEdge", ({ edge }) => {
      clicked = NONE;
      state.selectRelation(Number(edge));
    });
    sigma.on("clickStage", ({ event }) => {
      clicked = NONE;
      const community = labelAt(event.x, event.y);
      if (community === null) state.select(NONE);
      else state.selectCommunity(community);
    });
    at("zoom-in").addEventListener("click", () => this.zoom(1 / 1.5));
    at("zoom-out").addEventListener("click", () => this.zoom(1.5));
    at("zoom-all").addEventListener("click", () => this.showAll());
  }

  #follow(changed) {
    const isAny = (...names) => names.some((name) => changed.has(name));
    if (isAny("colours")) this.recolour();
    else if (isAny("filters", "found")) {
      this.hulls = hullsOf(this.state);
      this.sigma.refresh({ skipIndexation: true });
    } else if (isAny("hovered", "selected", "community", "trail")) this.redraw();
    if (isAny("focus") && this.state.focus === NONE) this.goTo(this.state.selected);
  }
}

function range(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const one of numbers) {
    if (one < low) low = one;
    if (one > high) high = one;
  }
  return [low, high];
}
