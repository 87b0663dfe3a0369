// The seats of a table: who sits there, and what is known of them.
import { h } from "../site/render.js";
import { hueOf, placeOf, seatBelow, turnOf } from "./scene.js";

/**
 * Return the plate of a seat: who sits there, marks, and lines of the game's own.
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 * @param {{ marks?: Child[], lines?: Child[], cards?: Child, words?: string, out?: boolean, below?: boolean }} more
 */
export function plate(
  scene,
  table,
  seat,
  { marks = [], lines = [], cards = null, words = "", out = false, below = seat === seatBelow(scene) },
) {
  const toMove = turnOf(scene) === seat && !table?.waiting;
  const classes = ["plate", hueOf(seat)];
  if (toMove) classes.push("to-move");
  if (out) classes.push("out");
  if (below) classes.push("own");
  return h(
    "li",
    { key: `seat-${seat}`, class: classes.join(" "), style: placeOf(scene, seat), "data-seat": seat },
    h(
      "div",
      { class: "plate-box", "data-place": `seat-${seat}` },
      h("span", { class: "avatar", "aria-hidden": "true" }, (scene.names[seat] ?? "?").slice(0, 1).toUpperCase()),
      h(
        "div",
        { class: "plate-text" },
        h(
          "div",
          { class: "plate-name" },
          h("bdi", null, scene.names[seat]),
          scene.seat === seat && h("span", { class: "you" }, "you"),
          marks,
        ),
        chairLine(table, seat),
        lines,
      ),
      h("span", { class: "sr-only" }, `${words}${toMove ? " To move." : ""}`),
      toMove && scene.seat !== seat && h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    ),
    cards,
  );
}

/**
 * @param {Table | null} table
 * @param {number} seat
 */
function chairLine(table, seat) {
  const chair = table?.chairs?.[seat];
  if (!table || !chair) return null;
  if (chair.open && table.waiting) return h("div", { class: "chair away" }, "free seat");
  if (chair.open) return h("div", { class: "chair away" }, "free seat, a bot stands in");
  if (chair.away) return h("div", { class: "chair away" }, "away, a bot plays");
  return chair.level && !chair.person ? h("div", { class: "chair", title: chair.character }, chair.level) : null;
}

/**
 * Return the facts above a table.
 * @param {Child[]} facts
 */
export function strip(...facts) {
  return h("dl", { key: "strip", class: "strip" }, facts);
}

/**
 * Return one of them: what it is, and what it says now.
 * @param {string} name
 * @param {Child} value
 */
export function fact(name, value, cls = "") {
  return h("div", { key: name, class: `fact ${cls}`.trim() }, h("dt", null, name), h("dd", null, value));
}

/**
 * Return all plates; one's own comes last, as it is the nearest.
 * @param {Tree[]} plates
 */
export function seatList(plates) {
  return h("ul", { key: "seats", class: "seats", "aria-label": "Seats" }, plates);
}
