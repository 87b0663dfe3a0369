// What a round and a match of Wizard brought: bids that were met or not.
import { h } from "../../site/render.js";
import { finalTable, noteLines, pointsGraph, resultTable } from "../../table/results.js";
import { nameOf, signed } from "../../table/scene.js";

/** @type {Record<string, string>} */
const STANDS = { exact: "made it", over: "too many", under: "too few" };

/**
 * Return how a seat stands with its bid: "exact", "under", "over", or nothing before the bid.
 * @param {number | null | undefined} bid
 * @param {number} tricks
 */
export function bidState(bid, tricks) {
  if (bid === null || bid === undefined) return "";
  if (tricks === bid) return "exact";
  return tricks < bid ? "under" : "over";
}

/**
 * Return the tricks and the bid of a seat in a round; null if it has none.
 * @param {Kept} kept
 * @param {number} seat
 * @returns {Cell | null}
 */
export function keptBid({ bids, tricks }, seat) {
  const bid = bids?.[seat] ?? null;
  if (bid === null || bid < 0) return null;
  const title = `bid ${bid}, took ${tricks[seat]}`;
  return { text: `${tricks[seat]}/${bid}`, title, state: bidState(bid, tricks[seat]) };
}

/**
 * Return what a round brought.
 * @param {Scene} scene
 */
export function roundResult(scene) {
  const { ended } = scene;
  if (!ended) return null;
  const { state } = ended;
  const rows = state.still_in.map((/** @type {number} */ seat) => {
    const stands = bidState(state.bids[seat], state.tricks[seat]);
    return h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("th", { scope: "row" }, h("bdi", null, nameOf(scene, seat))),
      h("td", null, `${state.tricks[seat]} of ${state.bids[seat]}`),
      h("td", { class: stands }, STANDS[stands]),
      h("td", { class: "number" }, h("b", null, signed(ended.scores[seat], true))),
      h("td", { class: "number" }, signed(scene.totals[seat])),
    );
  });
  return [resultTable({ words: ["Player", "Tricks", "Bid"], numbers: ["Points", "Total"], rows }), noteLines(scene)];
}

/**
 * Return the end of the match.
 * @param {Scene} scene
 * @param {Drawing} drawing
 */
export function finalResult(scene, drawing) {
  const more = { "Exact bids": (/** @type {number} */ seat) => exactRate(scene, seat) };
  return [finalTable(scene, { more }), pointsGraph(scene, drawing)];
}

/**
 * Return how many bids of a seat were exact.
 * @param {Scene} scene
 * @param {number} seat
 */
export function exactRate(scene, seat) {
  const played = scene.pad.filter((line) => keptBid(line, seat));
  const exact = played.filter((line) => line.bids[seat] === line.tricks[seat]).length;
  return `${exact} of ${played.length} (${played.length ? Math.round((100 * exact) / played.length) : 0} %)`;
}
