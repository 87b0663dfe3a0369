// What cards are drawn of: the shapes of suits, alone or beside words, and the back of a card.
import { h } from "../site/render.js";
import { OUTLINES } from "./outlines.js";

/** @type {Record<string, string[]>} */
const SHAPES = OUTLINES.suits;

/**
 * Return whether a suit has a shape of its own.
 * @param {string} suit
 */
export function hasShape(suit) {
  return suit in SHAPES;
}

/**
 * Return the letter that stands for a suit with a shape.
 * @param {string} suit
 */
export function suitLetter(suit) {
  return suit.slice(0, 1).toUpperCase();
}

/**
 * Return the shape of a suit as a group, of a size and at a place of the drawing around it.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function suitShape(suit, x, y, size, cls = "fill") {
  const paths = SHAPES[suit].map((d, stroke) => h("path", { d, class: stroke ? "stem" : "" }));
  return h("g", { class: `shape ${cls}`, transform: `translate(${x} ${y}) scale(${size / 100})` }, paths);
}

/**
 * Return a small picture of a suit for use within text.
 * @param {string} suit
 */
export function suitIcon(suit) {
  const drawing = { viewBox: "-52 -52 104 104", class: `icon suit-${suit}`, "aria-hidden": "true" };
  return h("svg", drawing, suitShape(suit, 0, 0, 100));
}

/**
 * Return a suit as an icon with its name.
 * @param {string} suit
 */
export function suitLabel(suit) {
  return h("span", { class: `suit-label suit-${suit}` }, suitIcon(suit), h("span", null, suit));
}

/**
 * Return a card, drawn of some parts; its class says whose colours it has.
 * @param {string} cls
 * @param {Child[]} parts
 */
export function cardOf(cls, ...parts) {
  const paper = h("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9 });
  return h("svg", { viewBox: "0 0 100 140", class: `face ${cls}`, "aria-hidden": "true" }, paper, parts);
}

/** Return the back of a card. */
export function cardBack() {
  const lozenges = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      const [x, y] = [26 + 24 * column, 22 + 24 * row];
      lozenges.push(h("path", { class: "weave", d: `M${x} ${y - 11}l11 11-11 11-11-11Z` }));
    }
  }
  return cardOf("back", h("rect", { class: "cloth", x: 6, y: 6, width: 88, height: 128, rx: 6 }), lozenges);
}
