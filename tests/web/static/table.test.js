// What all tables share: places, offers, tricks that stay, the score pad, results and keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FRENCH, LOOK, moment, scene, textOf, withClass } from "./support.js";

const { arcOf, hueOf, keysOf, listed, placeOf, seatBelow, seatsAround, signed } =
  await import("../../../src/overtrick/web/static/table/scene.js");
const { offerOf, ownHand } = await import("../../../src/overtrick/web/static/table/hands.js");
const { trickHeld, statusWords } = await import("../../../src/overtrick/web/static/table/tricks.js");
const { noteWords, scorePad, shortened } = await import("../../../src/overtrick/web/static/table/pad.js");
const { dealTable, heading, numbersBelow, runningTotals, scaleOf, spread, verdict } =
  await import("../../../src/overtrick/web/static/table/results.js");
const { nextPlace } = await import("../../../src/overtrick/web/static/table/keyboard.js");
const { factWords, sharesOf } = await import("../../../src/overtrick/web/static/table/panels.js");
const { drawingOf, guardedDrawing, keptCell } = await import("../../../src/overtrick/web/static/table/usual.js");
const plain = await import("../../../src/overtrick/web/static/table/plain.js");
const { deckOf, withSigns } = await import("../../../src/overtrick/web/static/cards/deck.js");

const PLAIN = { turn: 0, hands: [["SA", "H2"], null], centre: [], columns: { bids: [1, null] }, facts: {}, words: {} };
const drawing = drawingOf(LOOK, plain);

test("the own seat is below, and the others follow in the order of play", () => {
  assert.deepEqual(seatsAround(scene({ seats: 4, seat: 2 })), [2, 3, 0, 1]);
  assert.equal(seatBelow(scene({ seat: null, below: 1 })), 1);
  assert.equal(seatBelow(scene({ seat: null })), 0);
});

test("against the clock the next seat is the one to the right", () => {
  const four = scene({ seats: 4, seat: 0 });
  assert.equal(placeOf(four, 1)["--x"], "13%");
  assert.equal(placeOf({ ...four, options: { direction: "anticlockwise" } }, 1)["--x"], "87%");
});

test("more seats than we have tables for sit on an arc, each on its own place within the table", () => {
  const places = arcOf(9);
  assert.equal(new Set(places.map(String)).size, 9);
  for (const [x, y] of places) assert.ok(x > 5 && x < 95 && y > 5 && y < 75, `${x} ${y}`);
  assert.ok(places[0][0] < 50 && places[8][0] > 50);
  assert.equal(hueOf(7), "hue-1");
});

test("points have a real minus sign, and a plus only if wanted", () => {
  assert.deepEqual([signed(-3), signed(3), signed(3, true), signed(0, true)], ["−3", "3", "+3", "+0"]);
});

test("names are listed as people say them", () => {
  assert.deepEqual(
    [listed(["Ann"]), listed(["Ann", "Bo"]), listed(["Ann", "Bo", "Cy"])],
    ["Ann", "Ann and Bo", "Ann, Bo and Cy"],
  );
});

test("the same card twice gets two keys", () => {
  assert.deepEqual(keysOf(["SA", "H2", "SA"]), ["SA", "H2", "SA, 2"]);
});

test("a card stands for the action of its name, or for the only one that names it", () => {
  const passing = offerOf(["SA", "H2"], moment({ legal: ["pass SA", "pass H2", "keep"] }));
  assert.deepEqual(
    [...passing.actions],
    [
      ["SA", "pass SA"],
      ["H2", "pass H2"],
    ],
  );
  const playing = offerOf(["SA", "H2"], moment({ legal: ["SA"], refused: { H2: "it does not follow" } }));
  assert.deepEqual([...playing.actions], [["SA", "SA"]]);
  const unclear = offerOf(["SA"], moment({ legal: ["sell SA 1", "sell SA 2"] }));
  assert.equal(unclear.actions.size, 0);
});

test("a card that may not be played says why, also to those who do not see it", () => {
  const said = [];
  const actions = { act: () => {}, explain: (words) => said.push(words) };
  const offer = offerOf(["SA", "H2"], moment({ legal: ["SA"], refused: { H2: "it does not follow" } }));
  const hand = ownHand(scene(), deckOf(FRENCH), offer, actions);
  const [refused] = withClass(hand, "refused");
  assert.equal(refused.attrs["aria-label"], "2 of hearts: it does not follow");
  assert.equal(refused.attrs["aria-disabled"], "true");
  refused.attrs.on.click();
  assert.deepEqual(said, ["it does not follow"]);
});

test("a hand to look at has no buttons", () => {
  const hand = ownHand(scene(), deckOf(FRENCH), offerOf(["SA"], moment({ legal: ["SA"] })), null);
  assert.deepEqual(
    hand.children[0].children.map(({ tag }) => tag),
    ["span"],
  );
});

test("a trick that is over stays until the next one begins", () => {
  const cards = [{ seat: 0, card: "SA" }];
  const after = moment({ last_trick: { cards, winner: 0 }, state: { tricks: [1, 0], trick: [] } });
  const held = trickHeld(after, moment());
  assert.deepEqual([held.held, held.winning, held.state.trick], [true, 0, cards]);
  assert.equal(trickHeld(after, after), null);
  assert.equal(trickHeld(moment(), null), null);
});

test("the plain drawing keeps the last card of a trick that the rulebook has cleared", () => {
  const before = moment({ plain: { ...PLAIN, centre: [{ seat: 0, card: "SA" }] } });
  const after = moment({ plain: PLAIN, last: [{ seat: 1, action: "S2" }] });
  assert.deepEqual(plain.centreHeld(after, before).plain.centre, [
    { seat: 0, card: "SA" },
    { seat: 1, card: "S2" },
  ]);
  assert.equal(plain.centreHeld({ ...after, last: [{ seat: 1, action: "bid 2" }] }, before), null);
  assert.equal(plain.centreHeld(after, moment({ plain: PLAIN })), null);
});

test("the plain drawing has a button for every action that is no card of the hand", () => {
  const acted = [];
  const shown = scene({ now: moment({ plain: PLAIN, legal: ["SA", "bid 0", "bid 1"] }) });
  const table = drawing.draw(shown, null, { act: (action) => acted.push(action) });
  const buttons = withClass(table, "choice");
  assert.deepEqual(buttons.map(textOf), ["Bid 0", "Bid 1"]);
  assert.deepEqual(
    buttons.map(({ attrs }) => attrs["data-bid"]),
    ["0", "1"],
  );
  buttons[1].attrs.on.click();
  withClass(table, "legal")[0].attrs.on.click();
  assert.deepEqual(acted, ["bid 1", "SA"]);
});

test("the plain drawing lets one type where there are too many actions for buttons", () => {
  const acted = [];
  const legal = Array.from({ length: 100 }, (_, price) => `say ${price}`);
  const shown = scene({ now: moment({ plain: PLAIN, legal }) });
  const said = [];
  const table = drawing.draw(shown, null, {
    act: (action) => acted.push(action),
    explain: (words) => said.push(words),
  });
  const [form] = withClass(table, "typed-choice");
  for (const value of ["say 7", "say 700"]) {
    const field = { value };
    form.attrs.on.submit({ preventDefault: () => {}, target: { querySelector: () => field } });
    assert.equal(field.value, "");
  }
  assert.deepEqual([acted, said.length], [["say 7"], 1]);
});

test("the plain drawing shows what is known of each seat, and suits with their signs", () => {
  const now = moment({ plain: { ...PLAIN, facts: { trump: "H", dealer: "Bo" } } });
  const table = drawing.draw(scene({ now, deals: 1 }), null, null);
  const [bo, ann] = withClass(table, "plate");
  assert.match(textOf(ann), /Bids 1/);
  assert.match(textOf(bo), /Bids –/);
  assert.equal(withClass(table, "suit-hearts").length > 0, true);
  assert.match(textOf(withClass(table, "strip")), /Trumphearts.*DealerBo/);
});

test("cards are called as the server says, without the article", () => {
  const deck = plain.worded(deckOf(FRENCH), { XX: "the fool" });
  assert.deepEqual([deck.words("XX"), deck.words("SA")], ["fool", "ace of spades"]);
});

test("the sentence at the table tells who is to do what", () => {
  const phases = { bid: { mine: "Your bid?", theirs: "thinks about a bid." } };
  const bidding = (to_move) => scene({ now: moment({ state: { to_move, phase: "bid", trick: [] } }) });
  assert.equal(statusWords(bidding(0), null, "", phases), "Your bid?");
  assert.equal(statusWords(bidding(1), null, "", phases), "Bo thinks about a bid.");
  assert.equal(statusWords(scene(), null, ""), "Your lead: play a card.");
  assert.equal(statusWords(scene(), null, "No."), "No.");
  assert.equal(statusWords(scene({ now: null, places: [1, 2], ended: moment() }), null, ""), "The match is over.");
});

test("the score pad adds up, and a match of one deal has none", () => {
  const line = (scores) => ({ scores, bids: [1, 0], tricks: [1, 1], notes: ["seat 1 is late"] });
  const shown = scene({ pad: [line([10, -5]), line([20, 5])], totals: [30, 0] });
  const pad = scorePad(shown, drawing);
  assert.match(textOf(pad), /101\/1.*−50\/1.*301\/1.*00\/1/);
  assert.match(textOf(pad), /Bo is late\./);
  assert.equal(scorePad({ ...shown, deals: 1 }, drawing), null);
  assert.notEqual(scorePad({ ...shown, deals: null }, drawing), null);
});

test("a seat whose first number is below zero did not play", () => {
  assert.equal(keptCell(["bids"], { bids: [-1] }, 0), null);
  assert.deepEqual(keptCell(["bids", "tricks"], { bids: [2], tricks: [1] }, 0), {
    text: "2/1",
    title: "bids 2, tricks 1",
  });
  assert.deepEqual(keptCell([], {}, 0), { text: "", title: "" });
});

test("long names keep both ends", () => {
  assert.equal(shortened("a short name"), "a short name");
  assert.equal(shortened("overtrick:search@400-version-2"), "overtrick…ersion-2");
});

test("a note begins with the name of its seat", () => {
  assert.equal(noteWords(scene(), "seat 1 leaves the table"), "Bo leaves the table.");
  assert.equal(noteWords(scene(), "nobody won"), "nobody won.");
});

test("what a deal brought stands with what was kept of it", () => {
  const shown = scene({ pad: [{ scores: [3, -1], notes: [], bids: [2, 0], tricks: [2, 1] }], totals: [3, -1] });
  assert.match(textOf(dealTable(shown, ["bids", "tricks"])), /BidsTricksPointsTotal.*Ann \(you\)22\+33.*Bo01−1−1/);
  assert.equal(heading("won_tricks"), "Won tricks");
});

test("whoever wins is named, and several who share the first place are too", () => {
  assert.equal(verdict(scene({ places: [1, 2] })), "You win!");
  assert.equal(verdict(scene({ places: [2, 1] })), "Bo wins.");
  assert.equal(verdict(scene({ places: [1, 1] })), "You share the first place.");
  assert.equal(verdict(scene({ seat: null, places: [1, 1] })), "Ann and Bo share the first place.");
});

test("points run up to the deal in which a seat left", () => {
  const pad = [
    { scores: [1, 2], bids: [0, 0], tricks: [0, 0], notes: [] },
    { scores: [4, 0], bids: [0, -1], tricks: [0, 0], notes: [] },
  ];
  assert.deepEqual(runningTotals(scene({ pad }), drawing, 0), [0, 1, 5]);
  assert.deepEqual(runningTotals(scene({ pad }), drawing, 1), [0, 2]);
});

test("the scale of a graph covers all values in a few even steps", () => {
  assert.deepEqual(scaleOf([0, 20, -10]), { low: -10, high: 20, step: 10 });
  assert.deepEqual(scaleOf([0, 3, 13]), { low: 0, high: 14, step: 2 });
  assert.deepEqual(scaleOf([0]), { low: 0, high: 10, step: 10 });
  for (const values of [
    [0, 1],
    [-77, 512],
    [0, 4999],
  ]) {
    const { low, high, step } = scaleOf(values);
    assert.ok(low <= values[0] && high >= values[1] && (high - low) / step <= 9, String(values));
  }
});

test("a graph of many deals numbers only some, and always the last", () => {
  assert.deepEqual(numbersBelow(5, 640), [1, 2, 3, 4, 5]);
  assert.deepEqual(numbersBelow(10, 640), [2, 4, 6, 8, 10]);
  assert.equal(numbersBelow(60, 640).at(-1), 60);
  assert.ok(numbersBelow(60, 640).length <= 15);
});

test("names beside a graph do not cover each other or leave it", () => {
  const made = spread([100, 101, 102, 271].map((y, seat) => ({ seat, y })));
  for (let place = 1; place < made.length; place += 1) assert.ok(made[place].y - made[place - 1].y >= 16);
  assert.ok(made.at(-1).y <= 272);
});

test("arrows go round a row, Home and End to its ends, and other keys nowhere", () => {
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft", "Home", "End", "x"].map((key) => nextPlace(key, 2, 3)),
    [0, 1, 0, 2, null],
  );
  assert.equal(nextPlace("ArrowRight", -1, 3), null);
});

test("choices are as good as they are between the worst and the best", () => {
  assert.deepEqual(sharesOf([{ value: 4 }, { value: 2 }, { value: 0 }]), [1, 0.5, 0]);
  assert.deepEqual(sharesOf([{ value: 3 }, { value: 3 }]), [1, 1]);
});

test("facts are told in their unit", () => {
  assert.equal(factWords({ value: 0.254, unit: "probability" }), "25 %");
  assert.equal(factWords({ value: 12.34, unit: "dollars" }), "$12.3");
  assert.equal(factWords({ value: 1, unit: "tricks" }), "1 trick");
  assert.equal(factWords({ value: 2.345, unit: "tricks" }), "2.35 tricks");
});

test("a drawing of strangers is left for another one as soon as it fails, and not before", () => {
  const complained = console.error.bind(console);
  let complaints = 0;
  console.error = () => (complaints += 1);
  const other = { drawing: () => ({ draw: () => "plain", dealWord: "Deal" }) };
  const guarded = (/** @type {any} */ theirs) => guardedDrawing(LOOK, { drawing: theirs }, other);
  const fail = () => {
    throw new Error("not today");
  };
  try {
    const good = guarded(() => ({ draw: () => "theirs", dealWord: "Hand" }));
    assert.deepEqual([good.draw(), good.dealWord, complaints], ["theirs", "Hand", 0]);
    assert.equal(guarded(fail).draw(), "plain");
    const late = guarded(() => ({ draw: () => "theirs", dealWord: "Hand", side: fail }));
    assert.deepEqual([late.draw(), late.side(), late.draw(), late.dealWord], ["theirs", null, "plain", "Deal"]);
    assert.equal(guarded(() => ({ draw: () => undefined })).draw(), "plain");
    assert.equal(complaints, 3);
  } finally {
    console.error = complained;
  }
});

test("cards in a text get the signs of their suits, and all else stays", () => {
  assert.equal(withSigns("Ann S7, H10; Bo DQ, X4, Sam, S, C14x", FRENCH), "Ann ♠7, ♥10; Bo ♦Q, X4, Sam, S, C14x");
});

test("whoever is to move is told in which phase the game is", () => {
  const passing = moment({ state: { phase: "pass" }, plain: PLAIN });
  assert.equal(drawing.turnWords(scene({ now: passing })), "Your turn: pass.");
  assert.equal(drawing.turnWords(scene()), "Your turn.");
});

test("a name always looks the same, and names of a table differ by more than their colour", async () => {
  const { EMBLEMS, GROUNDS, looksOf } = await import("../../../src/overtrick/web/static/table/portraits.js");
  assert.deepEqual(looksOf("Ada"), looksOf("Ada"));
  const shapes = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Guest"].map((name) => {
    const { emblem, ground } = looksOf(name);
    return `${emblem} ${ground}`;
  });
  assert.equal(new Set(shapes.map((shape) => shape.split(" ")[0])).size, shapes.length);
  const many = Array.from({ length: 2000 }, (_, number) => looksOf(`player ${number}`));
  assert.equal(new Set(many.map(({ emblem }) => emblem)).size, Object.keys(EMBLEMS).length);
  assert.equal(new Set(many.map(({ ground }) => ground)).size, Object.keys(GROUNDS).length);
  assert.ok(new Set(many.map(({ emblem, ground, colour }) => emblem + ground + colour)).size > 500);
});

test("before the turn a card may be chosen, where a card is the next thing to do", () => {
  const waiting = scene({ now: moment({ state: { to_move: 1, tricks: [0, 0], trick: [] } }) });
  const planned = [];
  const actions = { act: () => {}, plan: (card) => planned.push(card), planned: "SA" };
  const hand = ownHand(waiting, deckOf(FRENCH), offerOf(["SA", "H2"], waiting.now), actions);
  assert.deepEqual(
    hand.children[0].children.map(({ attrs }) => attrs["aria-pressed"]),
    ["true", "false"],
  );
  hand.children[0].children[1].attrs.on.click();
  assert.deepEqual(planned, ["H2"]);
  const later = ownHand(waiting, deckOf(FRENCH), offerOf(["SA"], waiting.now, "First bid.", false), actions);
  assert.equal(later.children[0].children[0].attrs["aria-pressed"], undefined);
});
