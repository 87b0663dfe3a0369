// The seats of a table: who sits there, and what is known of them.
import { h } from "../site/render.js";
import { portrait } from "./portraits.js";
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
      portrait(scene.names[seat] ?? "?", table?.chairs?.[seat]?.person),
      h(
        "div",
        { class: "plate-text" },
        h(
          "div",
          { class: "plate-name" },
          nameOrLink(scene, table, seat),
          scene.seat === seat && h("span", { class: "you" }, "you"),
          marks,
        ),
        chairLine(table, seat),
        lines,
      ),
      turnClock(table, seat),
      table?.bubbles?.[seat] &&
        h("span", { key: "bubble", class: "bubble", "aria-hidden": "true" }, h("bdi", null, table.bubbles[seat])),
      h("span", { class: "sr-only" }, `${words}${toMove ? " To move." : ""}`),
      toMove && scene.seat !== seat && h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    ),
    cards,
  );
}

/**
 * Return the name of a seat; of somebody with an account it opens the profile, beside the table.
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 */
function nameOrLink(scene, table, seat) {
  const name = h("bdi", null, scene.names[seat]);
  const profile = table?.chairs?.[seat]?.profile;
  if (!profile) return name;
  const title = `Profile of ${scene.names[seat]}, in a new tab`;
  return h("a", { key: "profile", class: "profile", href: profile, target: "_blank", title }, name);
}

/**
 * @param {Table | null} table
 * @param {number} seat
 */
function chairLine(table, seat) {
  const chair = table?.chairs?.[seat];
  if (!table || !chair) return null;
  if (chair.open && table.waiting) return h("div", { class: "chair away" }, "free seat");
  if (chair.open)
    return h("div", { class: "chair away", title: "Somebody may still sit down here" }, "free, bot plays");
  if (chair.away) return h("div", { class: "chair away" }, "away, bot plays");
  if (chair.gone) return h("div", { class: "chair away" }, "page closed");
  if (chair.person) return table.mine.includes(seat) ? null : h("div", { class: "chair" }, "person");
  return chair.level ? h("div", { class: "chair", title: chair.character }, chair.level) : null;
}

/**
 * Return the clock of who is to move; play/patience.js keeps it going.
 * @param {Table | null} table
 * @param {number} seat
 */
function turnClock(table, seat) {
  const time = table?.time;
  if (!time?.ends || time.seat !== seat) return null;
  return h("span", {
    key: "clock",
    class: "turn-clock",
    role: "timer",
    "aria-label": "Time left",
    "data-ends": time.ends,
  });
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
