// Figgie: the table around four books, what everybody has, and the tape of trades.
import { suitIcon } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { fact, plate, seatList, strip } from "../../table/plates.js";
import { finalTable } from "../../table/results.js";
import { momentOf, seatBelow, seatsAround, signed } from "../../table/scene.js";
import { book } from "./books.js";
import { lastTrades } from "./chart.js";
import { forgetTyped, pressKey, typedWords } from "./keys.js";
import { marketClock, startLine } from "./live.js";
import { figgieReview, roundReview, whenOf } from "./review.js";
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
  ["p", "pass; pause or go on in a market that runs"],
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
    soundOf,
    lengthOf,
    actionWords: (action) => action,
    stopWord: (scene) => (scene.options.model === "tick" ? "tick" : "trade"),
    kept: ({ money }, seat) => ({ text: money ? `$${money[seat]}` : "" }),
    dealWord: "Round",
    result: roundReview,
    final: (scene) => [scene.pad.length > 1 && finalTable(scene, { unit: "Gain", plus: true }), figgieReview(scene)],
    brief: BRIEF,
    keys: KEYS,
    press: pressKey,
    forget: forgetTyped,
  };
}

/**
 * Return what a change sounds like: coins for a trade, chalk for a quote.
 * @param {Scene} scene
 * @param {Scene} before
 */
export function soundOf(scene, before) {
  if (scene.deal !== before.deal) return "deal";
  const [now, then] = [momentOf(scene), momentOf(before)];
  if (now.tape.length > then.tape.length) return "trade";
  return now.last.some(({ action }) => action !== "pass") ? "quote" : null;
}

/**
 * Return how long a change is shown: a tick comes at its own pace, and passes are many.
 * @param {Scene} scene
 */
export function lengthOf(scene) {
  if (scene.options.model !== "turn") return 0;
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
      lastTrades(scene, momentOf(scene).tape),
      scene.seat !== null && passLine(scene, table, actions),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 */
function figgieStrip(scene, table) {
  const { state, left, quiet_left: quiet } = momentOf(scene);
  const own = scene.seat !== null && fact("Your money", h("b", { class: "money" }, `$${state.money[scene.seat]}`));
  if (state.model === "live")
    return strip(
      fact("Round", `${scene.deal} of ${scene.deals}`),
      table?.live ? marketClock(table.live) : fact("Time", `${(left / 1000).toFixed(1)} s left`),
      fact("Pot", `$${POT}`),
      own,
      scene.seat !== null && scene.totals.some(Boolean) && fact("Total", signed(scene.totals[scene.seat], true)),
    );
  const ticks = state.model === "tick";
  const clock = scene.places ? null : table?.clock;
  return strip(
    fact("Clock", `${left} ${ticks ? "ticks" : "turns"} left`),
    fact("Ends after", quiet > 0 ? `${quiet} ${ticks ? "quiet ticks" : "passes"}` : "now"),
    own,
    fact("Pot", `$${POT}`),
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
        scene.totals.some(Boolean) && h("span", { class: "total" }, signed(scene.totals[seat], true)),
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
  if (table?.live?.running) return scene.seat === null ? "The market runs." : "Trade at any time.";
  if (table?.live) return "The market stands still.";
  const wish = scene.seat === null ? null : table?.wish?.[scene.seat];
  if (wish) return `At the next tick: ${wish}.`;
  if (table?.clock && !table.clock.running) return "The clock waits: start it, or name an action.";
  if (mine) return table?.clock ? "Trade: what you name happens at the next tick." : "Your turn: quote, trade or pass.";
  const turn = scene.now.state.to_move;
  return turn === null || scene.now.state.model !== "turn" ? "Trading." : `${scene.names[turn]} is to act.`;
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 */
function passLine(scene, table, actions) {
  return h("div", { key: "slot", class: "slot" }, scene.now && actions?.act && passOrStart(scene, table, actions));
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions} actions
 */
function passOrStart(scene, table, actions) {
  if (table?.live) return table.live.running ? null : startLine(table.live, actions);
  const click = () => actions.act?.("pass");
  const attrs = { type: "button", class: "pass", disabled: !scene.now?.choices, on: { click } };
  return h("button", attrs, "Pass ", h("kbd", { "aria-hidden": "true" }, "p"));
}

/** @param {Scene} scene */
function tapePanel(scene) {
  /** @type {import("./review.js").Trade[]} */
  const tape = momentOf(scene).tape;
  const rows = tape.map((trade, number) =>
    h(
      "tr",
      { key: number, class: trade.buyer === scene.seat || trade.seller === scene.seat ? "own" : "" },
      h("td", { class: "number" }, whenOf(scene, trade.clock)),
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
