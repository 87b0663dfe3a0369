// The cards of Wizard: four suits with numbers, and Wizards and Jesters with pictures.
import { deckOf } from "../../cards/deck.js";
import { cardOf } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { PICTURES } from "./pictures.js";

/** @type {Record<string, { word: string, picture: any[] }>} */
const SPECIAL = { W: { word: "WIZARD", picture: PICTURES.hat }, J: { word: "JESTER", picture: PICTURES.cap } };

/**
 * Return the deck.
 * @param {Suit[]} suits
 * @returns {Deck}
 */
export function wizardDeck(suits) {
  const deck = deckOf(suits);
  return { ...deck, face: (card) => (card[0] in SPECIAL ? specialFace(card[0]) : deck.face(card)) };
}

/** @param {string} letter */
function specialFace(letter) {
  const { word, picture } = SPECIAL[letter];
  return cardOf(
    `suit-${letter}`,
    picture.map(([tag, attrs]) => h(tag, attrs)),
    h("text", { x: 17, y: 27, class: "value sign", "text-anchor": "middle" }, letter),
    h("text", { x: 61, y: 124, class: "word", "text-anchor": "middle" }, word),
  );
}
