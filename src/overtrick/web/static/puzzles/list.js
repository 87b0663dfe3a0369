// The doors to puzzles: a guest's browser knows how strong the guest is.
import { goToNext, keptPuzzles } from "./kept.js";

const known = document.getElementById("puzzle-doors")?.hasAttribute("data-known");
const { games } = keptPuzzles();

for (const [game, { mean, spread, tried, solved, streak }] of known ? [] : Object.entries(games)) {
  const sheet = document.querySelector(`[data-game="${CSS.escape(game)}"]`);
  const rating = sheet?.querySelector(".rating");
  const count = sheet?.querySelector(".puzzle-count");
  if (!rating || !count) continue;
  const number = Object.assign(document.createElement("b"), { textContent: Math.round(mean) });
  const [low, high] = [mean - 1.96 * spread, mean + 1.96 * spread].map(Math.round);
  rating.replaceChildren(number, ` between ${low} and ${high}`);
  count.textContent = `${solved} of ${tried} solved, ${streak} in a row`;
}

for (const door of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-run]"))) {
  door.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToNext(door.dataset.run ?? "").catch(() => location.assign(door.href));
  });
}
