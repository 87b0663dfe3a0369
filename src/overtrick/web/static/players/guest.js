// The profile of a guest, made of what the browser has kept.
import { forgetPuzzles, keptPuzzles } from "../puzzles/kept.js";
import { h, render } from "../site/render.js";
import { signed } from "../table/scene.js";
import { factWords, forgetResults, keptResults, ratingIn, summed } from "./kept.js";

const place = document.getElementById("kept");
const forget = document.getElementById("forget");
/** @type {Record<string, string>} */
const titles = JSON.parse(place?.dataset.games ?? "{}");

/**
 * Return the interval of a rating.
 * @param {number} mean
 * @param {number} spread
 */
function between(mean, spread) {
  const [low, high] = [mean - 1.96 * spread, mean + 1.96 * spread].map(Math.round);
  return h("span", { class: "soft" }, `between ${low} and ${high}`);
}

/**
 * @param {string} game
 * @param {Result[]} all
 */
function standing(game, all) {
  const results = all.filter((one) => one.game === game);
  const counted = results.filter((one) => one.counts).length;
  const { mean, spread } = ratingIn(game, results);
  return h(
    "section",
    { key: game, class: "sheet" },
    h("h2", null, titles[game] ?? game),
    counted
      ? h("p", { class: "rating" }, h("b", null, Math.round(mean)), " ", between(mean, spread))
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
      `place ${one.place} of ${one.seats} with ${signed(one.points)} ${Math.abs(one.points) === 1 ? "point" : "points"}, against `,
      h("bdi", null, one.others.join(", ")),
    ),
    h("span", { class: "tag" }, one.counts ? `rating ${Math.round(one.mean)}` : "not counted"),
    h("a", { class: "at-end", href: `/tables/${one.table}/replay` }, "Replay"),
  );
}

/** Return how one stands in puzzles, if any were tried. */
function puzzles() {
  const tried = Object.entries(keptPuzzles().games).filter(([, one]) => one.tried);
  const lines = tried.map(([game, { mean, spread, tried: all, solved }]) =>
    h(
      "li",
      { key: game },
      h("b", null, titles[game] ?? game),
      h("span", null, `rating ${Math.round(mean)}`),
      between(mean, spread),
      h("span", null, `${solved} of ${all} solved at first sight`),
    ),
  );
  return lines.length ? [h("h2", null, "Puzzles"), h("ul", { class: "own-tables" }, lines)] : [];
}

function draw() {
  const all = keptResults();
  if (!place || !forget) return;
  const solved = puzzles();
  forget.hidden = !all.length && !solved.length;
  const games = [...new Set(all.map((one) => one.game))];
  render(
    place,
    !all.length &&
      !solved.length &&
      h("p", { class: "notice" }, "Nothing yet. Play a match to its end, and it stands here."),
    h(
      "div",
      { class: "standings" },
      games.map((game) => standing(game, all)),
    ),
    solved,
    all.length > 0 && h("h2", null, "History"),
    h("ul", { class: "own-tables" }, all.slice(-50).reverse().map(line)),
  );
}

forget?.addEventListener("click", () => {
  forgetResults();
  forgetPuzzles();
  draw();
});
draw();
