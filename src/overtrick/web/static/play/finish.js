// The end of a match: who stands where, and cards thrown into the air where things may move.
import { cardBack } from "../cards/shapes.js";
import { h } from "../site/render.js";
import { portrait } from "../table/portraits.js";
import { orderOf } from "../table/results.js";
import { hueOf } from "../table/scene.js";

const STEPS = 3;
const THROWN = 16;

/**
 * Return the first three on their steps, the winner in the middle.
 * @param {Scene} scene
 * @param {Table} table
 */
export function podium(scene, table) {
  const best = orderOf(scene).slice(0, STEPS);
  const around = [best[1], best[0], best[2]].filter((seat) => seat !== undefined);
  return h(
    "div",
    { key: "podium", class: "podium", "aria-hidden": "true" },
    around.map((seat) =>
      h(
        "div",
        { key: seat, class: `stand ${hueOf(seat)} place-${scene.places?.[seat]}` },
        portrait(scene.names[seat], table.chairs?.[seat]?.person),
        h("bdi", null, scene.names[seat]),
        h("b", { class: "height" }, scene.places?.[seat]),
      ),
    ),
  );
}

/** Return cards that fly up once; who wants stillness is shown none. */
export function cardsInTheAir() {
  const thrown = Array.from({ length: THROWN }, (_, place) => {
    const share = place / (THROWN - 1);
    const style = {
      "--across": `${Math.round(8 + 84 * share)}%`,
      "--drift": `${Math.round((share - 0.5) * 46)}vw`,
      "--turn": `${(place % 2 ? 1 : -1) * (240 + 70 * (place % 5))}deg`,
      "--late": `${((place * 7) % THROWN) * 55}ms`,
    };
    return h("span", { key: place, class: "card thrown", style }, cardBack());
  });
  return h("div", { key: "air", class: "air", "aria-hidden": "true" }, thrown);
}
