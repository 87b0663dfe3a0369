// What the tests of our modules share: a page that has nothing, suits, scenes of a game that does not exist.

globalThis.document = { documentElement: { dataset: {} }, getElementById: () => null };
globalThis.innerWidth = 1440;

export const FRENCH = [
  { letter: "S", word: "spades", sign: "♠", colour: "white", alike: false },
  { letter: "H", word: "hearts", sign: "♥", colour: "red", alike: false },
  { letter: "D", word: "diamonds", sign: "♦", colour: "blue", alike: false },
  { letter: "C", word: "clubs", sign: "♣", colour: "green", alike: false },
];

export const LOOK = { title: "Nothing", suits: FRENCH, signed: false, pad: ["bids", "tricks"], summary: "Do nothing." };

/** Return a moment of a deal. */
export function moment(more = {}) {
  return { state: { to_move: 0, tricks: [0, 0], trick: [] }, last: [], said: ["Said."], ...more };
}

/** Return a scene of two seats in the first of three deals. */
export function scene(more = {}) {
  return {
    game: "nothing",
    seats: 2,
    options: {},
    names: ["Ann", "Bo"],
    seat: 0,
    step: 1,
    deal: 1,
    deals: 3,
    pad: [],
    totals: [0, 0],
    places: null,
    ended: null,
    now: moment(),
    ...more,
  };
}

/** Return a tree as text, without its attributes. */
export function textOf(node) {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  return typeof node === "object" ? node.children.map(textOf).join("") : String(node);
}

/** Return all nodes of a tree with a class. */
export function withClass(node, cls) {
  if (Array.isArray(node)) return node.flatMap((one) => withClass(one, cls));
  if (node === null || typeof node !== "object") return [];
  const own = (node.attrs.class ?? "").split(" ").includes(cls) ? [node] : [];
  return [...own, ...node.children.flatMap((child) => withClass(child, cls))];
}
