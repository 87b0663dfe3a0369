// Tables of results: all look alike, and their columns of numbers stand to the right.
import { h } from "../site/render.js";

/** Return a table of results: columns of words, columns of numbers behind them, and the rows. */
export function resultTable({ words, numbers = [], rows, caption = null, cls = "" }) {
  const heads = [...words.map((word) => [word, ""]), ...numbers.map((word) => [word, "number"])];
  return h(
    "table",
    { class: `result ${cls}` },
    caption && h("caption", null, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map(([word, kind]) => h("th", { key: word, scope: "col", class: kind }, word)),
      ),
    ),
    h("tbody", null, rows),
  );
}
