// What a guest's browser keeps of puzzles: a rating in each game, which ones were tried, and the streak.
const PLACE = "overtrick-puzzles";
const MOST = 5000;
const USUAL = { mean: 1500, spread: 350 };

/** @typedef {{ mean: number, spread: number, tried: number, solved: number, streak: number }} Standing */
/** @typedef {{ games: Record<string, Standing>, tried: string[] }} Kept */

/** @returns {Kept} */
export function keptPuzzles() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { games: found.games ?? {}, tried: Array.isArray(found.tried) ? found.tried : [] };
  } catch {
    return { games: {}, tried: [] };
  }
}

/**
 * Return how a guest stands in the puzzles of a game.
 * @param {Kept} kept
 * @param {string} game
 * @returns {Standing}
 */
export function standingIn(kept, game) {
  return kept.games[game] ?? { ...USUAL, tried: 0, solved: 0, streak: 0 };
}

/**
 * Return what is to be kept after a first try.
 * @param {Kept} kept
 * @param {{ id: string, game: string }} puzzle
 * @param {{ right: boolean, mean: number, spread: number }} answer
 * @returns {Kept}
 */
export function afterTry(kept, puzzle, { right, mean, spread }) {
  if (kept.tried.includes(puzzle.id)) return kept;
  const before = standingIn(kept, puzzle.game);
  const standing = {
    mean,
    spread,
    tried: before.tried + 1,
    solved: before.solved + (right ? 1 : 0),
    streak: right ? before.streak + 1 : 0,
  };
  return { games: { ...kept.games, [puzzle.game]: standing }, tried: [...kept.tried, puzzle.id].slice(-MOST) };
}

/** @param {Kept} kept */
export function keep(kept) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing has no rating.
  }
}

export function forgetPuzzles() {
  localStorage.removeItem(PLACE);
}

/**
 * Go on to a puzzle that was not tried yet, near one's rating.
 * @param {string} game empty for all
 * @param {string} [but] the puzzle that is shown
 */
export async function goToNext(game, but = "") {
  const tried = new Set([...keptPuzzles().tried, but]);
  let skip = 0;
  for (;;) {
    const ids = await near(game, skip);
    if (!ids.length) throw new Error("You have tried all of these puzzles.");
    const fresh = ids.find((id) => !tried.has(id));
    if (fresh) return location.assign(`/puzzles/${fresh}?run=${game || "all"}`);
    skip += ids.length;
  }
}

/**
 * Return puzzles near one's rating, without so many of the nearest.
 * @param {string} game empty for all
 * @param {number} skip
 * @returns {Promise<string[]>}
 */
async function near(game, skip) {
  const told = Object.entries(keptPuzzles().games).map(([name, { mean }]) => [name, String(Math.round(mean))]);
  const answer = await fetch(`/puzzles/near?${new URLSearchParams([["game", game], ["skip", String(skip)], ...told])}`);
  if (!answer.ok) throw new Error("The site has no puzzle just now.");
  return (await answer.json()).ids;
}
