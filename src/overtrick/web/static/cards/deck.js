// Cards of any deck: those of French suits with pips, of other suits that we have shapes for with numbers, all others
// with their names.
import { h } from "../site/render.js";
import { OUTLINES } from "./outlines.js";
import { cardOf, hasShape, suitLetter, suitShape } from "./shapes.js";

const FRENCH = new Set(["spades", "hearts", "diamonds", "clubs"]);
/** @type {Record<string, string>} */
const VALUE_WORDS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
const VALUE = /^(\d{1,2}|[AKQJT])$/;
/** @type {Record<string, number[][]>} */
const PIPS = OUTLINES.pips;

/**
 * Return how the cards of a deck with these suits look and what they are called.
 * @param {Suit[]} suits
 * @returns {Deck}
 */
export function deckOf(suits) {
  const byLetter = new Map(suits.map((one) => [one.letter, one]));

  /** @param {string} card */
  function found(card) {
    const one = byLetter.get(card.slice(0, 1));
    return one && VALUE.test(card.slice(1)) ? one : null;
  }

  return {
    suit(card) {
      const one = found(card);
      return one && !one.alike ? one.word : null;
    },
    words(card) {
      const one = found(card);
      const value = card.slice(1);
      if (!one) return card;
      if (one.alike) return one.word;
      return FRENCH.has(one.word) ? `${VALUE_WORDS[value] ?? value} of ${one.word}` : `${one.word} ${value}`;
    },
    face(card) {
      const one = found(card);
      if (!one) return nameFace(card);
      if (one.alike) return nameFace(one.word, one.colour);
      if (!hasShape(one.word)) return nameFace(`${one.sign} ${card.slice(1)}`, one.colour);
      return FRENCH.has(one.word) ? frenchFace(one.word, card.slice(1)) : numberFace(one.word, card.slice(1));
    },
  };
}

/**
 * Return an action in words: "ace of spades", "trump green", "bid 2".
 * @param {string} action
 * @param {Deck} deck
 * @param {Suit[]} suits
 */
export function actionText(action, deck, suits) {
  const [first, ...rest] = action.split(" ");
  const words = rest.map((part) => suits.find(({ letter }) => letter === part)?.word ?? deck.words(part));
  return [deck.words(first), ...words].join(" ");
}

/**
 * Return a text in which cards have the signs of their suits: "♠7, ♥10".
 * @param {string} text
 * @param {Suit[]} suits
 */
export function withSigns(text, suits) {
  return text.replace(/[^ ,;]+/g, (word) => {
    const one = suits.find(({ letter }) => letter === word.slice(0, 1));
    return one && !one.alike && VALUE.test(word.slice(1)) ? one.sign + word.slice(1) : word;
  });
}

/**
 * @param {string} suit
 * @param {string} value
 */
function numberFace(suit, value) {
  return cardOf(
    `suit-${suit}`,
    h("rect", { class: "tint", x: 31, y: 9, width: 61, height: 122, rx: 6 }),
    suitShape(suit, 61.5, 70, 58, "pale"),
    h("text", { x: 61.5, y: 70, class: "big", "text-anchor": "middle", "dominant-baseline": "central" }, value),
    h(
      "g",
      { class: "index" },
      h("text", { x: 17, y: 27, class: value.length > 1 ? "value wide" : "value", "text-anchor": "middle" }, value),
      suitShape(suit, 17, 42, 20),
    ),
    h("text", { x: 17, y: 70, class: "letter", "text-anchor": "middle" }, suitLetter(suit)),
    suitShape(suit, 17, 122, 14),
  );
}

/**
 * @param {string} suit
 * @param {string} value
 */
function frenchFace(suit, value) {
  const pips = PIPS[value === "T" ? "10" : value];
  const centre = pips
    ? pips.map(([x, y]) => suitShape(suit, 50 + x * 0.9, 70 + y * 1.22, value === "A" ? 52 : 20))
    : [
        h("rect", { class: "tint", x: 29, y: 18, width: 42, height: 104, rx: 6 }),
        h("text", { x: 50, y: 66, class: "big", "text-anchor": "middle", "dominant-baseline": "central" }, value),
        suitShape(suit, 50, 102, 24),
      ];
  const corner = h(
    "g",
    { class: "index" },
    h(
      "text",
      { x: 13, y: 24, class: value.length > 1 ? "value corner wide" : "value corner", "text-anchor": "middle" },
      value,
    ),
    suitShape(suit, 13, 36, 15),
    h("text", { x: 13, y: 58, class: "letter", "text-anchor": "middle" }, suitLetter(suit)),
  );
  return cardOf(`suit-${suit}`, centre, corner, h("g", { transform: "rotate(180 50 70)" }, corner));
}

/**
 * Return a card that shows its name, one word below the other and each as large as fits.
 * @param {string} name
 */
export function nameFace(name, colour = "white") {
  const words = name.split(" ").filter(Boolean);
  const size = Math.min(36, ...words.map((word) => 150 / word.length), 110 / words.length);
  const first = 70 - (size * (words.length - 1)) / 2;
  const lines = words.map((word, place) => {
    const attrs = { x: 50, y: first + place * size, class: "name", "text-anchor": "middle" };
    return h("text", { ...attrs, "dominant-baseline": "central", "font-size": size.toFixed(1) }, word);
  });
  return cardOf(`ink-${colour}`, lines);
}
