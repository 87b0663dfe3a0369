// What a deal and a match brought: tables of results, and a graph of the points.
import { h } from "../site/render.js";
import { hueOf, listed, nameOf, signed } from "./scene.js";

const [HIGH, LEFT, TOP, BELOW] = [300, 44, 12, 28];
const LONGEST_LABEL = 11;

/**
 * Return a table of results: columns of words, columns of numbers behind them, and the rows.
 * @param {{ words: string[], numbers?: string[], rows: Child[], caption?: string | null, cls?: string }} parts
 */
export function resultTable({ words, numbers = [], rows, caption = null, cls = "" }) {
  const heads = [...words.map((word) => [word, ""]), ...numbers.map((word) => [word, "number"])];
  return h(
    "table",
    { class: `result ${cls}` },
    caption && h("caption", null, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map(([word, kind]) => h("th", { key: word, scope: "col", class: kind }, word)),
      ),
    ),
    h("tbody", null, rows),
  );
}

/**
 * Return who won, in a sentence.
 * @param {Scene} scene
 */
export function verdict(scene) {
  const places = scene.places ?? [];
  const winners = scene.names.filter((_, seat) => places[seat] === 1);
  if (scene.seat !== null && places[scene.seat] === 1)
    return winners.length === 1 ? "You win!" : "You share the first place.";
  return winners.length === 1 ? `${winners[0]} wins.` : `${listed(winners)} share the first place.`;
}

/**
 * Return the seats in the order of their places.
 * @param {Scene} scene
 */
export function orderOf(scene) {
  const places = scene.places ?? [];
  return scene.totals.map((_, seat) => seat).sort((one, other) => places[one] - places[other]);
}

/**
 * Return places and points, and more columns of numbers if wanted.
 * @param {Scene} scene
 * @param {{ unit?: string, plus?: boolean, more?: Record<string, (seat: number) => Child> }} how
 */
export function finalTable(scene, { unit = "Points", plus = false, more = {} } = {}) {
  const rows = orderOf(scene).map((seat) =>
    h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("td", null, scene.places?.[seat]),
      h(
        "th",
        { scope: "row" },
        h("i", { class: `swatch ${hueOf(seat)}`, "aria-hidden": "true" }),
        h("bdi", null, nameOf(scene, seat)),
      ),
      h("td", { class: "number" }, h("b", null, signed(scene.totals[seat], plus))),
      Object.values(more).map((cell) => h("td", { class: "number" }, cell(seat))),
    ),
  );
  return resultTable({ words: ["Place", "Player"], numbers: [unit, ...Object.keys(more)], rows });
}

/**
 * Return what a deal brought: what the game keeps of it, its points, and the points so far.
 * @param {Scene} scene
 * @param {string[]} columns
 */
export function dealTable(scene, columns) {
  const line = scene.pad.at(-1);
  if (!line) return null;
  const rows = scene.names.map((_, seat) =>
    h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("th", { scope: "row" }, h("bdi", null, nameOf(scene, seat))),
      columns.map((name) => h("td", { key: name, class: "number" }, line[name]?.[seat] ?? "–")),
      h("td", { class: "number" }, h("b", null, signed(line.scores[seat], true))),
      h("td", { class: "number" }, signed(scene.totals[seat])),
    ),
  );
  return [
    resultTable({ words: ["Player"], numbers: [...columns.map(heading), "Points", "Total"], rows }),
    noteLines(scene),
  ];
}

/**
 * Return what a deal brought beyond its points.
 * @param {Scene} scene
 */
export function noteLines({ ended }) {
  return ended?.notes.map((note) => h("p", { key: note, class: "announce" }, note, note.endsWith(".") ? "" : "."));
}

/**
 * Return a name of the rulebook as a heading.
 * @param {string} name
 */
export function heading(name) {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Return the points of a seat after each deal, up to the one in which it left.
 * @param {Scene} scene
 * @param {Drawing} drawing
 * @param {number} seat
 */
export function runningTotals(scene, drawing, seat) {
  const totals = [0];
  for (const line of scene.pad) {
    if (!drawing.kept(line, seat)) break; // out: the line ends where the seat left
    totals.push(totals[totals.length - 1] + line.scores[seat]);
  }
  return totals;
}

/**
 * Return the points of all seats over the deals, as a graph.
 * @param {Scene} scene
 * @param {Drawing} drawing
 */
export function pointsGraph(scene, drawing) {
  const lines = scene.totals.map((_, seat) => runningTotals(scene, drawing, seat));
  const [wide, right] = innerWidth < 680 ? [360, 70] : [640, 96]; // so that the words keep their size on a phone
  const count = scene.pad.length;
  const { low, high, step } = scaleOf(lines.flat());
  const x = (/** @type {number} */ deal) => LEFT + ((wide - LEFT - right) * deal) / Math.max(1, count);
  const y = (/** @type {number} */ points) => TOP + ((HIGH - TOP - BELOW) * (high - points)) / (high - low || 1);
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  const labels = spread(orderOf(scene).map((seat) => ({ seat, y: y(lines[seat].at(-1) ?? 0) })));
  const words = orderOf(scene).map((seat) => `${scene.names[seat]} ${signed(scene.totals[seat])}`);
  const title = `Points after each ${drawing.dealWord.toLowerCase()}`;
  const drawn = [
    marks.map((mark) =>
      h(
        "g",
        { key: mark, class: mark === 0 ? "zero" : "mark" },
        h("line", { x1: LEFT, x2: wide - right, y1: y(mark), y2: y(mark) }),
        h("text", { x: LEFT - 8, y: y(mark), "text-anchor": "end", "dominant-baseline": "central" }, signed(mark)),
      ),
    ),
    numbersBelow(count, wide).map((deal) =>
      h("text", { key: `round-${deal}`, x: x(deal), y: HIGH - 8, "text-anchor": "middle" }, deal),
    ),
    lines.map((points, seat) => {
      const corners = points.map((value, deal) => `${x(deal).toFixed(1)},${y(value).toFixed(1)}`);
      return h("polyline", { key: `line-${seat}`, class: `line ${hueOf(seat)}`, points: corners.join(" ") });
    }),
    labels.map(({ seat, y: height }) => {
      const attrs = { class: `name ${hueOf(seat)}`, x: wide - right + 8, y: height, "dominant-baseline": "central" };
      return h("text", { key: `name-${seat}`, ...attrs }, cut(scene.names[seat]));
    }),
  ];
  const drawing_ = {
    viewBox: `0 0 ${wide} ${HIGH}`,
    role: "img",
    "aria-label": `${title}; at the end: ${words.join(", ")}`,
  };
  return h("figure", { class: "graph" }, h("figcaption", null, title), h("svg", drawing_, drawn));
}

/**
 * Return where the scale of a graph begins and ends, and the steps between its lines.
 * @param {number[]} values
 */
export function scaleOf(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const inTens = values.every((value) => value % 10 === 0);
  const sizes = [...(inTens ? [] : [1, 2, 5]), 10, 20, 50, 100, 200, 500];
  const step = sizes.find((size) => (most - least) / size <= 7) ?? 1000;
  return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step || step, step };
}

/**
 * Return the numbers of the deals that have room below a graph.
 * @param {number} count
 * @param {number} wide
 */
export function numbersBelow(count, wide) {
  const every = count <= 8 ? 1 : Math.max(count > 15 || wide < 500 ? 3 : 2, Math.ceil(count / 15));
  return Array.from({ length: count }, (_, place) => place + 1).filter((deal) => (count - deal) % every === 0);
}

/**
 * Move names apart that would cover each other.
 * @param {{ seat: number, y: number }[]} labels
 */
export function spread(labels) {
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  for (let place = 1; place < sorted.length; place += 1)
    sorted[place].y = Math.max(sorted[place].y, sorted[place - 1].y + 16);
  const over = (sorted.at(-1)?.y ?? 0) - (HIGH - BELOW);
  if (over > 0) for (const label of sorted) label.y -= over;
  return sorted;
}

/** @param {string} name */
function cut(name) {
  return name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL - 1)}…` : name;
}
