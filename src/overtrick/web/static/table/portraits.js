// Portraits of players, made of their names: an emblem on a ground, in one of a few dark colours. Emblem and ground alone
// tell two players apart, for whoever sees no colours; bots have corners, people are round.
import { h } from "../site/render.js";

export const EMBLEMS = {
  star: "M20 8L23 16.5L32 16.7L24.8 22L27.4 31L20 25.8L12.6 31L15.2 22L8 16.7L17 16.5Z",
  moon: "M24 8A12.5 12.5 0 1 0 31 27A10.5 10.5 0 0 1 24 8Z",
  drop: "M20 7C26 15 29 19 29 24A9 9 0 0 1 11 24C11 19 14 15 20 7Z",
  bolt: "M23 6L10 23H18L16 34L30 16H21.5Z",
  crown: "M8 29V13L14.5 20L20 10L25.5 20L32 13V29Z",
  peaks: "M5 30L15 12L20.5 21L25 15L35 30Z",
  plus: "M16.5 8H23.5V16.5H32V23.5H23.5V32H16.5V23.5H8V16.5H16.5Z",
  ring: "M20 8A12 12 0 1 0 20 32A12 12 0 1 0 20 8ZM20 14.5A5.5 5.5 0 1 1 20 25.5A5.5 5.5 0 1 1 20 14.5Z",
  arrow: "M20 7L32 20H25V33H15V20H8Z",
  leaf: "M32 8C14 8 8 17 9 25L7 33L10.5 33.5L12.5 28C24 30 32 22 32 8Z",
  waves:
    "M7 14C11 9 15 9 20 14S29 19 33 14V19C29 24 25 24 20 19S11 14 7 19ZM7 24C11 19 15 19 20 24S29 29 33 24V29C29 34 25 34 20 29S11 24 7 29Z",
  tower: "M11 8H15.5V11.5H18V8H22V11.5H24.5V8H29V16L26 19V28L30 32H10L14 28V19L11 16Z",
};
/** @type {Record<string, string[]>} */
export const GROUNDS = {
  plain: [],
  half: ["M0 40L40 0V40Z"],
  stripes: ["M6 0H12V40H6Z", "M17 0H23V40H17Z", "M28 0H34V40H28Z"],
  band: ["M0 14H40V26H0Z"],
  quarters: ["M0 0H20V20H0Z", "M20 20H40V40H20Z"],
  edge: ["M0 0H40V40H0ZM20 6A14 14 0 1 0 20 34A14 14 0 1 0 20 6Z"],
};
const COLOURS = ["#1f4e8c", "#8a3b12", "#5b2a86", "#0b5d4f", "#8c1d4b", "#5c5410", "#33414d", "#6e4400"];
const ROUND = "M20 1A19 19 0 1 0 20 39A19 19 0 1 0 20 1Z";
const CORNERS = "M12 1H28L39 12V28L28 39H12L1 28V12Z";

/**
 * Return what a name looks like; the same name always looks the same.
 * @param {string} name
 */
export function looksOf(name) {
  let sum = 2166136516; // with which our own names have seven emblems
  for (const letter of name) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  sum = Math.imul(sum ^ (sum >>> 15), 2246822519) >>> 0; // so that short names that are nearly alike do not look alike
  sum = (sum ^ (sum >>> 13)) >>> 0;
  const [emblems, grounds] = [Object.keys(EMBLEMS), Object.keys(GROUNDS)];
  return {
    emblem: /** @type {keyof typeof EMBLEMS} */ (emblems[sum % emblems.length]),
    ground: grounds[Math.floor(sum / 64) % grounds.length],
    colour: COLOURS[Math.floor(sum / 4096) % COLOURS.length],
  };
}

/**
 * Return the portrait of a player.
 * @param {string} name
 * @param {boolean} [person]
 */
export function portrait(name, person = false) {
  const { emblem, ground, colour } = looksOf(name);
  const shape = person ? ROUND : CORNERS;
  return h(
    "svg",
    { class: "portrait", viewBox: "0 0 40 40", "aria-hidden": "true", "data-looks": `${emblem} ${ground}` },
    h("path", { d: shape, fill: colour }),
    h(
      "g",
      { class: "ground" },
      GROUNDS[ground].map((d) => h("path", { key: d, d, "fill-rule": "evenodd" })),
    ),
    h("path", { d: EMBLEMS[emblem], class: "emblem", "fill-rule": "evenodd" }),
    h("path", { d: shape, class: "rim" }),
  );
}
