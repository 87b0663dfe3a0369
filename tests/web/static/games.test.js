// What only one game has: keys of a trader, prices, bids that are met.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { scene } from "./support.js";

const { forgetTyped, pressKey, typedWords } = await import("../../../src/overtrick/web/static/games/figgie/keys.js");
const { pennyPrice } = await import("../../../src/overtrick/web/static/games/figgie/books.js");
const { gainOf } = await import("../../../src/overtrick/web/static/games/figgie/review.js");
const { lengthOf } = await import("../../../src/overtrick/web/static/games/figgie/table.js");
const { bidState, exactRate, keptBid } = await import("../../../src/overtrick/web/static/games/wizard/results.js");

/** Press keys at a table of Figgie; return what was done. */
function typed(keys, options = {}) {
  const acted = [];
  const actions = { act: (action) => acted.push(action), redraw: () => {} };
  for (const key of keys) pressKey({ key }, scene({ options }), actions);
  return acted;
}

beforeEach(forgetTyped);

test("letters and digits make a quote", () => {
  assert.deepEqual(typed(["b", "s", "5", "Enter"]), ["bid spades 5"]);
  assert.deepEqual(typed(["a", "h", "1", "2", "Enter"]), ["offer hearts 12"]);
  assert.deepEqual(typed(["a", "h", "9", "Enter"], { model: "tick" }), ["ask hearts 9"]);
});

test("doubled letters trade at once, and p passes", () => {
  assert.deepEqual(typed(["f", "f", "d", "a", "a", "c", "p"]), ["buy diamonds", "sell clubs", "pass"]);
});

test("what is typed is shown, corrected and forgotten", () => {
  typed(["b", "s", "5"]);
  assert.equal(typedWords(), "bid spades 5 ↵");
  typed(["Backspace", "Backspace"]);
  assert.equal(typedWords(), "bid …");
  forgetTyped();
  assert.equal(typedWords(), "");
});

test("a price does not begin with 0, and other keys are left alone", () => {
  assert.deepEqual(typed(["b", "s", "0", "Enter"]), []);
  assert.equal(pressKey({ key: "x" }, scene(), { act: () => {} }), false);
  assert.equal(pressKey({ key: "b" }, scene({ seat: null }), { act: () => {} }), false);
});

test("a penny better is the lowest bid, and the highest offer only where there is one", () => {
  assert.equal(pennyPrice("bid", null, [3, 9]), 3);
  assert.equal(pennyPrice("offer", { price: 9, seat: 1 }, [4, 8]), 8);
  assert.equal(pennyPrice("offer", null, [4, 8]), null);
  assert.equal(pennyPrice("bid", null, null), null);
});

test("a trade gains what the card is worth in the end less its price", () => {
  const trade = { suit: "clubs", price: 7 };
  assert.deepEqual([gainOf(trade, true, "clubs"), gainOf(trade, false, "clubs")], [3, -3]);
  assert.deepEqual([gainOf(trade, true, "spades"), gainOf(trade, false, "spades")], [-7, 7]);
});

test("ticks come at their own pace, and passes are shown shortly", () => {
  const shown = (action, model) =>
    scene({ options: { model }, now: { state: {}, last: [{ seat: 0, action }], said: [] } });
  assert.equal(lengthOf(shown("pass", "tick")), 0);
  assert.ok(lengthOf(shown("pass", "turn")) < lengthOf(shown("buy clubs", "turn")));
});

test("a bid is met, missed or topped, and a seat without one did not play", () => {
  assert.deepEqual([bidState(2, 2), bidState(2, 1), bidState(2, 3), bidState(null, 0)], ["exact", "under", "over", ""]);
  assert.equal(keptBid({ bids: [-1], tricks: [0] }, 0), null);
  assert.deepEqual(keptBid({ bids: [2], tricks: [3] }, 0), { text: "3/2", title: "bid 2, took 3", state: "over" });
});

test("exact bids are counted over the rounds that a seat played", () => {
  const pad = [
    { bids: [1, 0], tricks: [1, 1] },
    { bids: [2, -1], tricks: [1, 0] },
  ];
  assert.equal(exactRate(scene({ pad }), 0), "1 of 2 (50 %)");
  assert.equal(exactRate(scene({ pad }), 1), "0 of 1 (0 %)");
  assert.equal(exactRate(scene(), 0), "0 of 0 (0 %)");
});

const { chartPoints } = await import("../../../src/overtrick/web/static/games/figgie/chart.js");
const { meantPrice, noteQuote, takeAction } = await import("../../../src/overtrick/web/static/games/figgie/books.js");
const { whenOf } = await import("../../../src/overtrick/web/static/games/figgie/review.js");

const LIVE = {
  options: { model: "live" },
  now: { state: { bids: { spades: { price: 4, seat: 1 }, clubs: null }, offers: { spades: { price: 7, seat: 2 } } } },
};

test("in a live market a take is limited to the price that is seen", () => {
  assert.equal(takeAction(LIVE, "buy", "spades"), "buy spades 7");
  assert.equal(takeAction(LIVE, "sell", "spades"), "sell spades 4");
  assert.equal(takeAction(LIVE, "sell", "clubs"), "sell clubs");
  assert.equal(takeAction({ options: { model: "tick" } }, "buy", "spades"), "buy spades");
});

test("who clicks just after a price got worse, or has gone, has meant the one before", () => {
  noteQuote("buy hearts", 7, 1000);
  assert.equal(meantPrice("buy", "hearts", 7, 1001), 7);
  noteQuote("buy hearts", 9, 2000);
  assert.equal(meantPrice("buy", "hearts", 9, 2299), 7);
  assert.equal(meantPrice("buy", "hearts", 9, 2300), 9);
  noteQuote("buy hearts", null, 3000);
  assert.equal(meantPrice("buy", "hearts", null, 3100), 9);
  assert.equal(meantPrice("buy", "hearts", null, 3400), null);
  noteQuote("buy hearts", 4, 4000);
  noteQuote("buy hearts", 3, 4010);
  assert.equal(meantPrice("buy", "hearts", 3, 4020), 3); // nobody minds a better one
  noteQuote("sell hearts", 5, 1000);
  noteQuote("sell hearts", 2, 1100);
  assert.equal(meantPrice("sell", "hearts", 2, 1200), 5);
});

test("a chart holds a price until the next trade, and the last one until now", () => {
  const trades = [
    { clock: 0, price: 10 },
    { clock: 50, price: 5 },
  ];
  assert.deepEqual(chartPoints(trades, 10, 80, 100), ["0,2", "50,2", "50,14", "80,14"]);
  assert.deepEqual(chartPoints([], 1, 0, 100), []);
});

test("the moment of a trade is told in minutes and seconds where time runs", () => {
  assert.equal(whenOf(LIVE, 65400), "1:05");
  assert.equal(whenOf({ options: { model: "turn" } }, 12), 12);
});
