// Cards, drawn by us: Wizard cards with a shape, a colour and a letter for each suit, and French suits in four colours.
import { h } from "./render.js";

const WIZARD_SUITS = { R: "red", Y: "yellow", G: "green", B: "blue" };
const FRENCH_SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const VALUE_WORDS = { A: "ace", J: "jack", Q: "queen", K: "king" };
const LETTERS = { red: "R", yellow: "Y", green: "G", blue: "B", spades: "S", hearts: "H", diamonds: "D", clubs: "C" };

// Each shape fills a square from -50 to 50.
const SHAPES = {
  red: ["M2-49C8-30 36-16 36 14 36 36 19 49 0 49S-36 36-36 14C-36-4-25-12-20-26-14-18-12-10-6-6-10-22-6-38 2-49Z"],
  yellow: [starPath(12, 49, 36)],
  green: ["M-28 34C-50-6-10-48 45-45 49 8 8 50-28 34Z", "M-47 50L-26 26"],
  blue: ["M12-47A48 48 0 1 0 47 20 38 38 0 1 1 12-47Z"],
  spades: [
    "M0-47C10-27 44-8 44 18 44 38 20 42 7 26 9 38 13 44 20 48H-20C-13 44-9 38-7 26-20 42-44 38-44 18-44-8-10-27 0-47Z",
  ],
  hearts: ["M0 46C-8 28-46 8-46-17-46-45-11-48 0-22 11-48 46-45 46-17 46 8 8 28 0 46Z"],
  diamonds: ["M0-49C10-30 24-13 37 0 24 13 10 30 0 49-10 30-24 13-37 0-24-13-10-30 0-49Z"],
  clubs: [
    "M0-48A21 21 0 0 1 15-12 21 21 0 1 1 7 23C8 36 13 44 20 48H-20C-13 44-8 36-7 23A21 21 0 1 1-15-12 21 21 0 0 1 0-48Z",
  ],
};

// Where the pips of a French card stand: columns and heights as on printed cards.
const PIPS = {
  A: [[0, 0]],
  2: [
    [0, -34],
    [0, 34],
  ],
  3: [
    [0, -34],
    [0, 0],
    [0, 34],
  ],
  4: [
    [-18, -34],
    [18, -34],
    [-18, 34],
    [18, 34],
  ],
  5: [
    [-18, -34],
    [18, -34],
    [0, 0],
    [-18, 34],
    [18, 34],
  ],
  6: [
    [-18, -34],
    [18, -34],
    [-18, 0],
    [18, 0],
    [-18, 34],
    [18, 34],
  ],
  7: [
    [-18, -34],
    [18, -34],
    [0, -17],
    [-18, 0],
    [18, 0],
    [-18, 34],
    [18, 34],
  ],
  8: [
    [-18, -34],
    [18, -34],
    [0, -17],
    [-18, 0],
    [18, 0],
    [0, 17],
    [-18, 34],
    [18, 34],
  ],
  9: [
    [-18, -36],
    [18, -36],
    [-18, -12],
    [18, -12],
    [0, 0],
    [-18, 12],
    [18, 12],
    [-18, 36],
    [18, 36],
  ],
  10: [
    [-18, -36],
    [18, -36],
    [0, -24],
    [-18, -12],
    [18, -12],
    [-18, 12],
    [18, 12],
    [0, 24],
    [-18, 36],
    [18, 36],
  ],
};

function starPath(points, outer, inner) {
  const corners = Array.from({ length: 2 * points }, (_, corner) => {
    const radius = corner % 2 ? inner : outer;
    const angle = (Math.PI * corner) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

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
  const paths = SHAPES[suit].map((d, stroke) => h("path", { d, class: stroke ? "stem" : "" }));
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
  return h("svg", drawing, paper, name[0] === "W" ? hatFace() : capFace());
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
  const pips = PIPS[value];
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

function special(letter, word) {
  return [
    h("text", { x: 17, y: 27, class: "value sign", "text-anchor": "middle" }, letter),
    h("text", { x: 61, y: 124, class: "word", "text-anchor": "middle" }, word),
  ];
}

function hatFace() {
  const stars = [
    [44, 24, 7],
    [78, 34, 9],
    [40, 58, 5],
    [86, 66, 6],
  ];
  return [
    h("rect", { class: "night", x: 31, y: 9, width: 61, height: 122, rx: 6 }),
    stars.map(([x, y, size]) => h("path", { class: "gold", d: starPath(5, 50, 20), transform: at(x, y, size) })),
    h("path", {
      class: "hat",
      d: "M62 22C66 46 74 66 80 88C68 93 54 93 42 88C48 72 54 58 58 46C52 46 50 40 54 34C56 28 60 26 62 22Z",
    }),
    h("path", { class: "gold", d: "M44 83C55 88 68 88 78.5 83L80 88C68 93 54 93 42 88Z" }),
    h("path", { class: "brim", d: "M33 92C44 84 80 84 90 92C78 104 46 104 33 92Z" }),
    h("path", { class: "gold", d: starPath(5, 50, 20), transform: at(62, 66, 15) }),
    special("W", "WIZARD"),
    h("path", { class: "gold", d: starPath(5, 50, 20), transform: at(17, 42, 20) }),
  ];
}

function capFace() {
  return [
    h("rect", { class: "tint", x: 31, y: 9, width: 61, height: 122, rx: 6 }),
    h("path", { class: "motley one", d: "M61 88C42 88 40 84 41 78C42 62 40 50 34 42C48 38 60 48 61 66Z" }),
    h("path", { class: "motley two", d: "M61 88C80 88 82 84 81 78C80 62 82 50 88 42C74 38 62 48 61 66Z" }),
    h("path", { class: "motley three", d: "M48 82C50 58 54 40 61 28C68 40 72 58 74 82C66 86 56 86 48 82Z" }),
    h("rect", { class: "band", x: 40, y: 80, width: 42, height: 12, rx: 5 }),
    [
      [34, 45],
      [88, 45],
      [61, 26],
    ].map(([x, y]) => h("circle", { class: "bell", cx: x, cy: y, r: 5.5 })),
    special("J", "JESTER"),
    h("circle", { class: "bell", cx: 17, cy: 40, r: 6 }),
  ];
}

function at(x, y, size) {
  return `translate(${x} ${y}) scale(${size / 100})`;
}
