// What cards of a suit were traded for: a small chart for each book, and the last trades in a line.
import { suitIcon } from "../../cards/shapes.js";
import { h } from "../../site/render.js";

const [WIDE, HIGH] = [100, 28];
const SPOKEN = 8; // prices that are told in words
const LATEST = 3;

/** @typedef {import("./review.js").Trade} Trade */

/**
 * Return the points of a chart of prices by time: a price holds until the next trade.
 * @param {Trade[]} trades of one suit
 * @param {number} most the highest price of all charts
 * @param {number} now
 * @param {number} until the last moment there will be
 */
export function chartPoints(trades, most, now, until) {
  const x = (/** @type {number} */ clock) => Math.round((WIDE * clock) / Math.max(until, 1));
  const y = (/** @type {number} */ price) => Math.round(HIGH - 2 - ((HIGH - 4) * price) / Math.max(most, 1));
  return trades.flatMap(({ clock, price }, place) => {
    const end = x(trades[place + 1]?.clock ?? now);
    return [`${x(clock)},${y(price)}`, `${end},${y(price)}`];
  });
}

/**
 * Return a dot where each trade was, as strokes without a length, which stay round however wide the chart is.
 * @param {string[]} points two for each trade
 */
function dots(points) {
  return points.map((point, place) => (place % 2 ? "" : `M${point}h0`)).join("");
}

/**
 * Return the chart of a suit.
 * @param {Trade[]} tape
 * @param {string} suit
 * @param {number} now
 * @param {number} until
 */
export function priceChart(tape, suit, now, until) {
  const trades = tape.filter((trade) => trade.suit === suit);
  const most = 1.15 * Math.max(...tape.map(({ price }) => price), 1);
  const prices = trades.map(({ price }) => price).slice(-SPOKEN);
  const words = prices.length ? `Prices of ${suit}: ${prices.join(", ")}` : `No trade of ${suit} yet`;
  const points = chartPoints(trades, most, now, until);
  return h(
    "svg",
    {
      key: "chart",
      class: "chart",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": words,
    },
    h("line", { key: "floor", class: "floor", x1: 0, x2: WIDE, y1: HIGH - 1, y2: HIGH - 1 }),
    points.length > 0 &&
      h("polyline", { key: "prices", points: points.join(" "), "vector-effect": "non-scaling-stroke" }),
    points.length > 0 &&
      h("path", { key: "trades", class: "trades", d: dots(points), "vector-effect": "non-scaling-stroke" }),
  );
}

/**
 * Return the latest trades, the newest first.
 * @param {Scene} scene
 * @param {Trade[]} tape
 */
export function lastTrades(scene, tape) {
  const rows = tape
    .slice(-LATEST)
    .toReversed()
    .map(({ suit, price, buyer, seller }, place) =>
      h(
        "li",
        { key: tape.length - place, class: `suit-${suit}` },
        suitIcon(suit),
        h("span", { class: "sr-only" }, `${suit} `),
        h("b", null, `$${price}`),
        " ",
        h("bdi", null, scene.names[seller]),
        " → ",
        h("bdi", null, scene.names[buyer]),
      ),
    );
  return h(
    "ol",
    { key: "last-trades", class: "last-trades", "aria-label": "Last trades" },
    rows.length ? rows : h("li", { key: "none" }, "No trade yet."),
  );
}
