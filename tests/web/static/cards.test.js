// What cards are called and how they look.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FRENCH, textOf, withClass } from "./support.js";

const { actionText, deckOf, nameFace } = await import("../../../src/overtrick/web/static/cards/deck.js");
const { wizardDeck } = await import("../../../src/overtrick/web/static/games/wizard/cards.js");

const COLOURED = [
  { letter: "G", word: "green", sign: "G", colour: "green", alike: false },
  { letter: "W", word: "Wizard", sign: "W", colour: "white", alike: true },
  { letter: "X", word: "stars", sign: "★", colour: "violet", alike: false },
];

test("a card of a French suit is called by its value and suit", () => {
  const deck = deckOf(FRENCH);
  assert.deepEqual(["SA", "H10", "DQ", "CT"].map(deck.words), [
    "ace of spades",
    "10 of hearts",
    "queen of diamonds",
    "10 of clubs",
  ]);
  assert.equal(deck.suit("DQ"), "diamonds");
});

test("cards of other suits have the suit first, and those that are all alike have no suit", () => {
  const deck = deckOf(COLOURED);
  assert.deepEqual(["G8", "W3"].map(deck.words), ["green 8", "Wizard"]);
  assert.deepEqual(["G8", "W3"].map(deck.suit), ["green", null]);
});

test("what is no card of the deck keeps its name and has no suit", () => {
  const deck = deckOf(FRENCH);
  assert.deepEqual([deck.words("bid 2"), deck.suit("bid 2"), deck.words("Star")], ["bid 2", null, "Star"]);
});

test("a French card has as many pips as it counts, and two corners", () => {
  const count = (card) => withClass(deckOf(FRENCH).face(card), "shape").length;
  assert.deepEqual(["SA", "S7", "S10"].map(count), [1 + 2, 7 + 2, 10 + 2]);
  assert.equal(withClass(deckOf(FRENCH).face("SK"), "big").length, 1);
});

test("a suit without a shape is drawn by its sign, in its colour", () => {
  const face = deckOf(COLOURED).face("X12");
  assert.equal(textOf(face), "★12");
  assert.match(face.attrs.class, /ink-violet/);
});

test("long names are written smaller, so that they fit on a card", () => {
  const size = (name) => Number(withClass(nameFace(name), "name")[0].attrs["font-size"]);
  assert.ok(size("Archbishop") < size("Pawn"));
  assert.ok(size("Archbishop") * "Archbishop".length * 0.6 <= 100);
});

test("actions with cards and suits are said in words", () => {
  const deck = deckOf(FRENCH);
  assert.equal(actionText("pass SA H2", deck, FRENCH), "pass ace of spades 2 of hearts");
  assert.equal(actionText("trump H", deck, FRENCH), "trump hearts");
  assert.equal(actionText("bid 3", deck, FRENCH), "bid 3");
  assert.equal(actionText("CK", deck, FRENCH), "king of clubs");
});

test("a Wizard has a picture of its own, and a suit card none", () => {
  const deck = wizardDeck(COLOURED);
  assert.equal(withClass(deck.face("W1"), "hat").length, 1);
  assert.equal(withClass(deck.face("G1"), "hat").length, 0);
});
