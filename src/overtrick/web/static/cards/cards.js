// Cards, drawn by us: Wizard cards with a shape, a colour and a letter for each suit, and French suits in four colours.
import { OUTLINES } from "./outlines.js";
import { h } from "../site/render.js";

const WIZARD_SUITS = { R: "red", Y: "yellow", G: "green", B: "blue" };
const FRENCH_SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const VALUE_WORDS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B", spades: "S", hearts: "H", diamonds: "D", clubs: "C" };

/** Return the word of a card's suit, or null for Wizards and Jesters. */
export function suitOf(game, name) {
  return (game === "wizard" ? WIZARD_SUITS : FRENCH_SUITS)[name[0]] ?? null;
}

/** Return a card in words: "red 13", "Wizard", "ace of spades". */
export function cardWords(game, name) {
  const suit = suitOf(game, name);
  const value = name.slice(1);
  if (game !== "wizard") return `${VALUE_WORDS[value] ?? value} of ${suit}`;
  return suit ? `${suit} ${value}` : name[0] === "W" ? "Wizard" : "Jester";
}

/** Return an action in words: "red 13", "bid 2", "trump green". */
export function actionName(game, action) {
  const card = game === "duel" || (game === "wizard" && /^[RYGBWJ]\d+$/.test(action));
  return card ? cardWords(game, action) : action.replace(/^trump (\w)$/, (_, letter) => `trump ${WIZARD_SUITS[letter]}`);
}

/** Return the letter that stands for a suit. */
export function suitLetter(suit) {
  return LETTERS[suit];
}

/** Return the shape of a suit as a group, of a size and at a place of the drawing around it. */
export function suitShape(suit, x, y, size, cls = "fill") {
  const paths = OUTLINES.suits[suit].map((d, stroke) => h("path", { d, class: stroke ? "stem" : "" }));
  return h("g", { class: `shape ${cls}`, transform: `translate(${x} ${y}) scale(${size / 100})` }, paths);
}

/** Return a small picture of a suit for use within text. */
export function suitIcon(suit) {
  const drawing = { viewBox: "-52 -52 104 104", class: `icon suit-${suit}`, "aria-hidden": "true" };
  return h("svg", drawing, suitShape(suit, 0, 0, 100));
}

/** Return a suit as an icon with its name. */
export function suitLabel(suit) {
  return h("span", { class: `suit-label suit-${suit}` }, suitIcon(suit), h("span", null, suit));
}

/** Return the face of a card. */
export function cardFace(game, name) {
  const suit = suitOf(game, name);
  const drawing = { viewBox: "0 0 100 140", class: `face suit-${suit ?? name[0]}`, "aria-hidden": "true" };
  const paper = h("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9 });
  if (game !== "wizard") return h("svg", drawing, paper, frenchFace(suit, name.slice(1)));
  if (suit) return h("svg", drawing, paper, wizardFace(suit, name.slice(1)));
  return h("svg", drawing, paper, specialFace(name[0]));
}

/** Return the back of a card. */
export function cardBack() {
  const drawing = { viewBox: "0 0 100 140", class: "face back", "aria-hidden": "true" };
  const lozenges = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      const [x, y] = [26 + 24 * column, 22 + 24 * row];
      lozenges.push(h("path", { class: "weave", d: `M${x} ${y - 11}l11 11-11 11-11-11Z` }));
    }
  }
  return h(
    "svg",
    drawing,
    h("rect", { class: "paper", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9 }),
    h("rect", { class: "cloth", x: 6, y: 6, width: 88, height: 128, rx: 6 }),
    lozenges,
  );
}

function index(suit, value) {
  const wide = value.length > 1;
  return h(
    "g",
    { class: "index" },
    h("text", { x: 17, y: 27, class: wide ? "value wide" : "value", "text-anchor": "middle" }, value),
    suitShape(suit, 17, 42, 20),
  );
}

function turned(node) {
  return h("g", { transform: "rotate(180 50 70)" }, node);
}

function wizardFace(suit, value) {
  return [
    h("rect", { class: "tint", x: 31, y: 9, width: 61, height: 122, rx: 6 }),
    suitShape(suit, 61.5, 70, 58, "pale"),
    h("text", { x: 61.5, y: 70, class: "big", "text-anchor": "middle", "dominant-baseline": "central" }, value),
    index(suit, value),
    h("text", { x: 17, y: 70, class: "letter", "text-anchor": "middle" }, suitLetter(suit)),
    suitShape(suit, 17, 122, 14),
  ];
}

function frenchFace(suit, value) {
  const pips = OUTLINES.pips[value];
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
  return [centre, corner, turned(corner)];
}

function specialFace(letter) {
  const [picture, word] = letter === "W" ? [OUTLINES.hat, "WIZARD"] : [OUTLINES.cap, "JESTER"];
  return [
    picture.map(([tag, attrs]) => h(tag, attrs)),
    h("text", { x: 17, y: 27, class: "value sign", "text-anchor": "middle" }, letter),
    h("text", { x: 61, y: 124, class: "word", "text-anchor": "middle" }, word),
  ];
}
