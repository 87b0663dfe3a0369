// The end of a match: places, a graph of the points, how often bids were exact.
import { duelReview } from "../games/duel/table.js";
import { figgieReview } from "../games/figgie/review.js";
import { h } from "../site/render.js";
import { resultTable } from "./result_table.js";
import { nameOf, signed } from "./table.js";

const [HIGH, LEFT, TOP, BELOW] = [300, 44, 12, 28];

/** Return the result of the whole match. */
export function finalResult(scene, review) {
  const order = scene.totals.map((_, seat) => seat).sort((one, other) => scene.places[one] - scene.places[other]);
  return [
    (scene.game === "wizard" || (scene.game === "duel" && !review)) && finalTable(scene, order),
    scene.game === "wizard" && pointsGraph(scene, order),
    scene.game === "duel" && duelReview(scene, review),
    scene.game === "figgie" && figgieReview(scene, order),
  ];
}

/** Return who won, in a sentence. */
export function verdict(scene) {
  const winners = scene.names.filter((_, seat) => scene.places[seat] === 1);
  if (scene.seat !== null && scene.places[scene.seat] === 1)
    return winners.length === 1 ? "You win!" : "You share the first place.";
  return winners.length === 1 ? `${winners[0]} wins.` : `${winners.join(" and ")} share the first place.`;
}

function finalTable(scene, order) {
  const unit = scene.game === "wizard" ? "Points" : "Tricks";
  const rows = order.map((seat) =>
    h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("td", null, scene.places[seat]),
      h(
        "th",
        { scope: "row" },
        h("i", { class: `swatch hue-${seat}`, "aria-hidden": "true" }),
        h("bdi", null, nameOf(scene, seat)),
      ),
      h("td", { class: "number" }, h("b", null, signed(scene.totals[seat]))),
      scene.game === "wizard" && h("td", { class: "number" }, exactRate(scene, seat)),
    ),
  );
  return resultTable({ words: ["Place", "Player"], numbers: scene.game === "wizard" ? [unit, "Exact bids"] : [unit], rows });
}

function exactRate(scene, seat) {
  const played = scene.pad.filter((line) => line.bids[seat] !== null && line.bids[seat] >= 0);
  const exact = played.filter((line) => line.bids[seat] === line.tricks[seat]).length;
  return `${exact} of ${played.length} (${played.length ? Math.round((100 * exact) / played.length) : 0} %)`;
}

/** Return the points of all seats over the rounds, as a graph. */
export function pointsGraph(scene, order) {
  const lines = scene.totals.map((_, seat) => runningTotals(scene, seat));
  const [WIDE, RIGHT] = innerWidth < 680 ? [360, 70] : [640, 96]; // so that the words keep their size on a phone
  const all = lines.flat();
  const step = [10, 20, 50, 100, 200, 500].find((size) => (Math.max(...all) - Math.min(...all)) / size <= 7) ?? 1000;
  const [low, high] = [Math.floor(Math.min(...all) / step) * step, Math.ceil(Math.max(...all) / step) * step || step];
  const x = (round) => LEFT + ((WIDE - LEFT - RIGHT) * round) / Math.max(1, scene.pad.length);
  const y = (points) => TOP + ((HIGH - TOP - BELOW) * (high - points)) / (high - low || 1);
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, place) => low + place * step);
  const labels = spread(order.map((seat) => ({ seat, y: y(lines[seat].at(-1)) })));
  const words = order.map((seat) => `${scene.names[seat]} ${signed(scene.totals[seat])}`).join(", ");
  return h(
    "figure",
    { class: "graph" },
    h("figcaption", null, "Points after each round"),
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `Points after each round; at the end: ${words}` },
      marks.map((mark) =>
        h(
          "g",
          { key: mark, class: mark === 0 ? "zero" : "mark" },
          h("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(mark), y2: y(mark) }),
          h("text", { x: LEFT - 8, y: y(mark), "text-anchor": "end", "dominant-baseline": "central" }, signed(mark)),
        ),
      ),
      Array.from({ length: scene.pad.length }, (_, round) => round + 1)
        .filter(
          (round) =>
            scene.pad.length <= 8 || (scene.pad.length - round) % (scene.pad.length > 15 || WIDE < 500 ? 3 : 2) === 0,
        )
        .map((round) => h("text", { key: `round-${round}`, x: x(round), y: HIGH - 8, "text-anchor": "middle" }, round)),
      lines.map((points, seat) =>
        h("polyline", {
          key: `line-${seat}`,
          class: `line hue-${seat}`,
          points: points.map((value, round) => `${x(round).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
        }),
      ),
      labels.map(({ seat, y: height }) =>
        h(
          "text",
          {
            key: `name-${seat}`,
            class: `name hue-${seat}`,
            x: WIDE - RIGHT + 8,
            y: height,
            "dominant-baseline": "central",
          },
          shorten(scene.names[seat]),
        ),
      ),
    ),
  );
}

function runningTotals(scene, seat) {
  const totals = [0];
  for (const line of scene.pad) {
    if (line.bids[seat] === null || line.bids[seat] < 0) break; // out: the line ends where the seat left
    totals.push(totals.at(-1) + line.scores[seat]);
  }
  return totals;
}

function spread(labels) {
  // Names that would cover each other move apart.
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  for (let place = 1; place < sorted.length; place += 1)
    sorted[place].y = Math.max(sorted[place].y, sorted[place - 1].y + 16);
  const over = (sorted.at(-1)?.y ?? 0) - (HIGH - BELOW);
  if (over > 0) for (const label of sorted) label.y -= over;
  return sorted;
}

function shorten(name) {
  return name.length > 11 ? `${name.slice(0, 10)}…` : name;
}
