// The profile of a guest, made of what the browser has kept.
import { h, render } from "../site/render.js";
import { factWords, forgetResults, keptResults, ratingIn, summed } from "./kept.js";

const place = document.getElementById("kept");
const forget = document.getElementById("forget");
/** @type {Record<string, string>} */
const titles = JSON.parse(place?.dataset.games ?? "{}");

/**
 * @param {string} game
 * @param {Result[]} all
 */
function standing(game, all) {
  const results = all.filter((one) => one.game === game);
  const counted = results.filter((one) => one.counts).length;
  const { mean, spread } = ratingIn(game, results);
  const ends = [mean - 1.96 * spread, mean + 1.96 * spread].map(Math.round);
  return h(
    "section",
    { key: game, class: "sheet" },
    h("h2", null, titles[game] ?? game),
    counted
      ? h(
          "p",
          { class: "rating" },
          h("b", null, Math.round(mean)),
          h("span", { class: "soft" }, ` between ${ends[0]} and ${ends[1]}`),
        )
      : h("p", { class: "rating soft" }, "no match that counts yet"),
    h(
      "p",
      null,
      `${results.length} match${results.length === 1 ? "" : "es"}, `,
      `${results.filter((one) => one.place === 1).length} won, ${counted} counted`,
    ),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        summed(results).map((fact) =>
          h(
            "tr",
            { key: `${fact[0]} ${fact[1]}` },
            h("th", { scope: "row" }, `${fact[0]}, ${fact[1]}`),
            factWords(fact).map((words) => h("td", null, words)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Result} one */
function line(one) {
  return h(
    "li",
    { key: one.table },
    one.moment && h("span", null, new Date(one.moment).toLocaleDateString()),
    h("b", null, titles[one.game] ?? one.game),
    h(
      "span",
      null,
      `place ${one.place} of ${one.seats} with ${one.points} points, against `,
      h("bdi", null, one.others.join(", ")),
    ),
    h("span", { class: "tag" }, one.counts ? `rating ${Math.round(one.mean)}` : "not counted"),
  );
}

function draw() {
  const all = keptResults();
  if (!place || !forget) return;
  forget.hidden = !all.length;
  const games = [...new Set(all.map((one) => one.game))];
  render(
    place,
    !all.length && h("p", { class: "notice" }, "Nothing yet. Play a match to its end, and it stands here."),
    h(
      "div",
      { class: "standings" },
      games.map((game) => standing(game, all)),
    ),
    all.length > 0 && h("h2", null, "History"),
    h("ul", { class: "own-tables" }, all.slice(-50).reverse().map(line)),
  );
}

forget?.addEventListener("click", () => {
  forgetResults();
  draw();
});
draw();
