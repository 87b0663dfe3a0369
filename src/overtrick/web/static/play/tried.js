// How another line from a position of a match compares with what was played there before.
import { h } from "../site/render.js";
import { resultTable } from "../table/results.js";
import { signed } from "../table/scene.js";

const TITLE = "Your line and the one before";

/**
 * Return what another line is about and has brought so far; nothing at tables that began with a deal.
 * @param {Table} table
 * @param {Drawing} drawing
 */
export function triedPanel({ tried }, drawing) {
  if (!tried) return null;
  const link = tried.replay && h("a", { href: tried.replay }, "Back to the replay");
  return h(
    "section",
    { key: "tried", class: "panel tried", "aria-labelledby": "tried-title" },
    h("h2", { id: "tried-title" }, TITLE),
    comparison(tried, drawing) ?? h("p", null, waitWords(drawing.dealWord.toLowerCase())),
    link && h("p", { class: "small" }, link),
  );
}

/**
 * Return the comparison for a dialog that tells what a deal or the match has brought.
 * @param {Table} table
 * @param {Drawing} drawing
 */
export function triedPart({ tried }, drawing) {
  const table = tried && comparison(tried, drawing);
  return table && h("section", { key: "tried" }, h("h3", null, TITLE), table);
}

/** @param {string} word */
function waitWords(word) {
  return `You play on from a match that is over, with the same cards. After this ${word} your points stand here beside those of before.`;
}

/**
 * Return the points of both lines deal by deal, as far as they are over; null if none is.
 * @param {Tried} tried
 * @param {Drawing} drawing
 */
function comparison({ scores, deal }, { dealWord }) {
  if (!scores.length) return null;
  const sum = (/** @type {"now" | "before"} */ name) => scores.reduce((all, one) => all + one[name], 0);
  const rows = scores.map((one, place) => row(place, `${dealWord} ${deal + place}`, one));
  if (scores.length > 1) rows.push(row("sum", "Together", { now: sum("now"), before: sum("before") }));
  return resultTable({ words: [dealWord], numbers: ["Before", "Your line", "Difference"], rows });
}

/**
 * @param {Key} key
 * @param {string} words
 * @param {{ now: number, before: number }} scores
 */
function row(key, words, { now, before }) {
  return h(
    "tr",
    { key },
    h("th", { scope: "row" }, words),
    h("td", { class: "number" }, signed(before)),
    h("td", { class: "number" }, h("b", null, signed(now))),
    h("td", { class: "number" }, signed(now - before, true)),
  );
}
