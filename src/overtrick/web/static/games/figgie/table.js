// Figgie: the table around four books, what everybody has, and the tape of trades.
import { suitIcon } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { fact, plate, seatList, strip } from "../../table/plates.js";
import { momentOf, seatBelow, seatsAround } from "../../table/scene.js";
import { book } from "./books.js";
import { forgetTyped, pressKey, typedWords } from "./keys.js";
import { figgieReview } from "./review.js";
import { FIGGIE_SUITS } from "./suits.js";

const POT = 200;
const TRADE_MS = 450;
const PASS_MS = 110;
/** @type {Record<string, string>} */
const DEEDS = { ask: "offers", offer: "offers", bid: "bids", buy: "buys", sell: "sells" };
const BRIEF = [
  "One suit has 12 cards, two have 10 and one has 8; nobody knows which. The goal suit is the other suit of the same colour as the long one: spades and clubs belong together, hearts and diamonds too.",
  "Everybody pays into the pot, then trades: bid for a suit, offer a card, buy at an offer, sell at a bid. Each trade clears all bids and offers.",
  "At the end each card of the goal suit brings 10 dollars from the pot, and whoever has most of them takes the rest.",
  "The round ends when the clock runs out, or when nobody does anything for a while.",
];
const KEYS = [
  ["b s 5 Enter", "bid 5 for spades"],
  ["a h 9 Enter", "offer hearts at 9"],
  ["f f d", "buy diamonds"],
  ["a a c", "sell clubs"],
  ["s c d h", "spades, clubs, diamonds, hearts"],
  ["p", "pass"],
  ["Backspace", "correct what you typed"],
];

/**
 * Return how to draw Figgie.
 * @returns {Partial<Drawing>}
 */
export function drawing() {
  return {
    draw: drawFiggie,
    side: tapePanel,
    lengthOf,
    actionWords: (action) => action,
    stopWord: (scene) => (scene.options.model === "tick" ? "tick" : "trade"),
    kept: ({ money }, seat) => ({ text: money ? `$${money[seat]}` : "" }),
    final: figgieReview,
    brief: BRIEF,
    keys: KEYS,
    press: pressKey,
    forget: forgetTyped,
  };
}

/**
 * Return how long a change is shown: a tick comes at its own pace, and passes are many.
 * @param {Scene} scene
 */
export function lengthOf(scene) {
  if (scene.options.model === "tick") return 0;
  return momentOf(scene).last.every(({ action }) => action === "pass") ? PASS_MS : TRADE_MS;
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 */
function drawFiggie(scene, table, actions) {
  const [below, ...others] = seatsAround(scene);
  return h(
    "section",
    { key: "felt", class: `felt figgie seats-${scene.seats}`, "aria-label": "Table" },
    figgieStrip(scene, table),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      seatList([...others, below].map((seat) => figgiePlate(scene, table, seat))),
      h(
        "div",
        { key: "books", class: "books" },
        FIGGIE_SUITS.map((suit) => book(scene, suit, actions)),
      ),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      figgieStatus(scene, table, actions),
      scene.seat !== null && passLine(scene, actions),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 */
function figgieStrip(scene, table) {
  const { state, left, quiet_left: quiet } = momentOf(scene);
  const ticks = state.model === "tick";
  const clock = scene.places ? null : table?.clock;
  return strip(
    fact("Clock", `${left} ${ticks ? "ticks" : "turns"} left`),
    fact("Quiet", quiet > 0 ? `ends after ${quiet} ${ticks ? "quiet ticks" : "passes"}` : "ended"),
    fact("Pot", `$${POT}`),
    scene.seat !== null && fact("Your money", h("b", { class: "money" }, `$${state.money[scene.seat]}`)),
    clock && fact("Pace", clock.running ? [`${clock.seconds} s`, tickBar(scene, clock)] : "paused"),
  );
}

/**
 * @param {Scene} scene
 * @param {Clock} clock
 */
function tickBar(scene, clock) {
  return h(
    "span",
    { class: "tick-track", "aria-hidden": "true" },
    h("i", { key: scene.step, style: { "animation-duration": `${clock.left ?? clock.seconds}s` } }),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 */
function figgiePlate(scene, table, seat) {
  const { state, last } = momentOf(scene);
  const did = last.find((one) => one.seat === seat && one.action !== "pass");
  const hand = state.hands[seat];
  const counts = FIGGIE_SUITS.map((suit) =>
    h("span", { key: suit, class: `suit-count suit-${suit}` }, suitIcon(suit), hand?.[suit]),
  );
  const held = hand ? FIGGIE_SUITS.map((suit) => `${hand[suit]} ${suit}`).join(", ") : `${state.held[seat]} cards`;
  return plate(scene, table, seat, {
    lines: [
      h(
        "div",
        { class: "plate-line" },
        h("b", null, `$${state.money[seat]}`),
        h("span", null, `${state.held[seat]} cards`),
      ),
      hand && seat !== scene.seat && h("div", { class: "plate-line suits" }, counts),
      did && h("div", { class: "plate-line did" }, deedWords(did.action)),
    ],
    words: `${scene.names[seat]} has ${state.money[seat]} dollars and ${held}.`,
    below: seat === scene.seat && seat === seatBelow(scene),
  });
}

/** @param {string} action */
function deedWords(action) {
  const [verb, suit, price] = action.split(" ");
  return [DEEDS[verb], " ", suitIcon(suit), price && ` ${price}`, h("span", { class: "sr-only" }, ` ${suit}`)];
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 */
function figgieStatus(scene, table, actions) {
  const mine = Boolean(scene.now?.choices);
  const words = statusOfTrade(scene, table, actions, mine);
  return h("p", { key: "status", class: `status ${mine ? "mine" : ""}`, id: "status" }, words);
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 * @param {boolean} mine
 */
function statusOfTrade(scene, table, actions, mine) {
  const typed = typedWords();
  if (typed && actions?.act) return h("span", { class: "typed" }, typed);
  if (actions?.saying) return actions.saying;
  if (!scene.now) return `The goal suit is ${scene.ended?.state.goal_suit}.`;
  if (table?.waiting) return "The cards are dealt. The match has not begun yet.";
  const wish = scene.seat === null ? null : table?.wish?.[scene.seat];
  if (wish) return `At the next tick: ${wish}.`;
  if (table?.clock && !table.clock.running) return "The clock waits: start it, or name an action.";
  if (mine) return table?.clock ? "Trade: what you name happens at the next tick." : "Your turn: quote, trade or pass.";
  const turn = scene.now.state.to_move;
  return turn === null || scene.now.state.model === "tick" ? "Trading." : `${scene.names[turn]} is to act.`;
}

/**
 * @param {Scene} scene
 * @param {Actions | null} actions
 */
function passLine(scene, actions) {
  const act = actions?.act;
  if (!act || !scene.now) return null;
  const attrs = { type: "button", class: "pass", disabled: !scene.now.choices, on: { click: () => act("pass") } };
  return h(
    "div",
    { key: "pass", class: "pass-line" },
    h("button", attrs, "Pass ", h("kbd", { "aria-hidden": "true" }, "p")),
  );
}

/** @param {Scene} scene */
function tapePanel(scene) {
  /** @type {import("./review.js").Trade[]} */
  const tape = momentOf(scene).tape;
  const rows = tape.map((trade, number) =>
    h(
      "tr",
      { key: number, class: trade.buyer === scene.seat || trade.seller === scene.seat ? "own" : "" },
      h("td", { class: "number" }, trade.clock),
      h("td", { class: `suit-${trade.suit}` }, suitIcon(trade.suit), h("span", { class: "sr-only" }, trade.suit)),
      h("td", { class: "number" }, h("b", null, `$${trade.price}`)),
      h("td", null, h("bdi", null, scene.names[trade.seller]), " → ", h("bdi", null, scene.names[trade.buyer])),
    ),
  );
  const head = h(
    "tr",
    null,
    h("th", { scope: "col", class: "number" }, "When"),
    h("th", { scope: "col" }, "Suit"),
    h("th", { scope: "col", class: "number" }, "Price"),
    h("th", { scope: "col" }, "Seller → buyer"),
  );
  const table = h("table", null, h("thead", null, head), h("tbody", null, rows.toReversed()));
  return h(
    "section",
    { key: "tape", class: "panel tape", "aria-labelledby": "tape-title" },
    h("h2", { id: "tape-title" }, "Trades"),
    rows.length
      ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "All trades" }, table)
      : h("p", { class: "small" }, "No trade yet."),
  );
}
