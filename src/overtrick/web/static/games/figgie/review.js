// The review of a round of Figgie: where everybody's dollars came from.
import { suitIcon } from "../../cards/cards.js";
import { FIGGIE_SUITS } from "./table.js";
import { h } from "../../site/render.js";
import { resultTable } from "../../table/result_table.js";
import { signed } from "../../table/table.js";

/** Return the review of a round: where everybody's dollars came from, and what one's own trades were worth. */
export function figgieReview(scene, order) {
  const { state, scores, tape } = scene.ended;
  const goal = state.goal_suit;
  const rows = order.map((seat) => {
    const score = scores[seat];
    const cards = state.hands[seat][goal];
    const traded = state.money[seat] - 350;
    return h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("td", null, scene.places[seat]),
      h("th", { scope: "row" }, h("bdi", null, scene.names[seat])),
      h("td", { class: "number" }, signed(traded, true)),
      h("td", { class: "number" }, `${cards} × 10`),
      h("td", { class: "number" }, signed(score - traded - 10 * cards, true)),
      h("td", { class: "number" }, h("b", null, signed(score, true))),
    );
  });
  const sizes = FIGGIE_SUITS.map((suit) =>
    h("span", { key: suit, class: `suit-count suit-${suit}` }, suitIcon(suit), state.suit_counts[suit]),
  );
  return h(
    "section",
    { class: "review", "aria-labelledby": "review-title" },
    h("h3", { id: "review-title" }, "The goal suit was ", suitIcon(goal), ` ${goal}`),
    h("p", { class: "deck-sizes" }, "The deck: ", sizes),
    resultTable({ words: ["Place", "Player"], numbers: ["Ante, trades", "Goal cards", "Pot", "Total"], rows }),
    scene.seat !== null && ownTrades(scene, tape, goal),
  );
}

function ownTrades(scene, tape, goal) {
  const own = tape.filter((trade) => trade.buyer === scene.seat || trade.seller === scene.seat);
  if (!own.length) return h("p", null, "You made no trade.");
  const rows = own.map((trade, number) => {
    const bought = trade.buyer === scene.seat;
    const worth = trade.suit === goal ? 10 : 0;
    const gain = bought ? worth - trade.price : trade.price - worth;
    const partner = scene.names[bought ? trade.seller : trade.buyer];
    return h(
      "tr",
      { key: number },
      h("td", null, trade.clock),
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
