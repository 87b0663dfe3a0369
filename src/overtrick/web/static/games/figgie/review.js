// The review of a round of Figgie: where everybody's dollars came from.
import { suitIcon } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { orderOf, resultTable } from "../../table/results.js";
import { signed } from "../../table/scene.js";
import { FIGGIE_SUITS } from "./suits.js";

const [STAKE, CARD_PAYS] = [350, 10];

/**
 * @typedef {{ clock: number, suit: string, price: number, buyer: number, seller: number, taker: number }} Trade
 */

/**
 * Return the review of a round: where everybody's dollars came from, and what one's own trades were worth.
 * @param {Scene} scene
 */
export function figgieReview(scene) {
  if (!scene.ended) return null;
  const { state, scores, tape } = scene.ended;
  const goal = state.goal_suit;
  const several = (scene.deals ?? 1) > 1;
  const rows = orderOf(scene).map((seat) => {
    const score = scores[seat];
    const cards = state.hands[seat][goal];
    const traded = state.money[seat] - STAKE;
    return h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("td", null, scene.places?.[seat]),
      h("th", { scope: "row" }, h("bdi", null, scene.names[seat])),
      h("td", { class: "number" }, signed(traded, true)),
      h("td", { class: "number" }, `${cards} × ${CARD_PAYS}`),
      h("td", { class: "number" }, signed(score - traded - CARD_PAYS * cards, true)),
      h("td", { class: "number" }, h("b", null, signed(score, true))),
      several && h("td", { class: "number" }, signed(scene.totals[seat], true)),
    );
  });
  const sizes = FIGGIE_SUITS.map((suit) =>
    h("span", { key: suit, class: `suit-count suit-${suit}` }, suitIcon(suit), state.suit_counts[suit]),
  );
  const numbers = ["Ante, trades", "Goal cards", "Pot", several ? "Round" : "Total", ...(several ? ["So far"] : [])];
  return h(
    "section",
    { class: "review", "aria-labelledby": "review-title" },
    h("h3", { id: "review-title" }, "The goal suit was ", suitIcon(goal), ` ${goal}`),
    h("p", { class: "deck-sizes" }, "The deck: ", sizes),
    resultTable({ words: ["Place", "Player"], numbers, rows }),
    scene.seat !== null && ownTrades(scene, tape, goal),
  );
}

/**
 * Return what a round brought, and the gains so far.
 * @param {Scene} scene with the next round on the table
 */
export function roundReview(scene) {
  const places = scene.totals.map((mine) => 1 + scene.totals.filter((other) => other > mine).length);
  return figgieReview({ ...scene, places });
}

/**
 * Return when a trade was made: a turn, a tick, or minutes and seconds.
 * @param {Scene} scene
 * @param {number} clock
 */
export function whenOf(scene, clock) {
  if (scene.options.model !== "live") return clock;
  const seconds = Math.floor(clock / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @param {Scene} scene
 * @param {Trade[]} tape
 * @param {string} goal
 */
function ownTrades(scene, tape, goal) {
  const own = tape.filter((trade) => trade.buyer === scene.seat || trade.seller === scene.seat);
  if (!own.length) return h("p", null, "You made no trade.");
  const rows = own.map((trade, number) => {
    const bought = trade.buyer === scene.seat;
    const gain = gainOf(trade, bought, goal);
    const partner = scene.names[bought ? trade.seller : trade.buyer];
    return h(
      "tr",
      { key: number },
      h("td", null, whenOf(scene, trade.clock)),
      h("td", null, bought ? "bought" : "sold", " ", suitIcon(trade.suit), h("span", { class: "sr-only" }, trade.suit)),
      h("td", null, h("bdi", null, partner)),
      h("td", { class: "number" }, `$${trade.price}`),
      h("td", { class: `number ${gain >= 0 ? "plus" : "minus"}` }, signed(gain, true)),
    );
  });
  return [
    h("h3", null, "Your trades"),
    resultTable({ words: ["When", "What", "With"], numbers: ["Price", "Gain"], rows }),
    h("p", { class: "small" }, "Gain counts a goal card as $10 and any other as nothing; the pot comes on top."),
  ];
}

/**
 * Return what a trade brought.
 * @param {Trade} trade
 * @param {boolean} bought
 * @param {string} goal
 */
export function gainOf({ suit, price }, bought, goal) {
  const worth = suit === goal ? CARD_PAYS : 0;
  return bought ? worth - price : price - worth;
}
