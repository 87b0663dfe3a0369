// What a guest's browser keeps of finished matches: nobody else has it.
const PLACE = "overtrick-results";
const MOST = 500;
const USUAL = { mean: 1500, spread: 350 };

/** @returns {Result[]} the latest last */
export function keptResults() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => one && typeof one.table === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Return the rating that a guest has in a game.
 * @param {string} game
 * @param {Result[]} results
 */
export function ratingIn(game, results) {
  const last = results.findLast((one) => one.game === game && one.counts);
  return last ? { mean: last.mean, spread: last.spread } : USUAL;
}

/**
 * Keep a result, once.
 * @param {Result} result
 */
export function keepResult(result) {
  const before = keptResults();
  if (before.some((one) => one.table === result.table)) return;
  try {
    localStorage.setItem(PLACE, JSON.stringify([...before, result].slice(-MOST)));
  } catch {
    // A browser that keeps nothing has no history.
  }
}

export function forgetResults() {
  localStorage.removeItem(PLACE);
}

/**
 * Return facts of the same name and kind as sums.
 * @param {Result[]} results
 * @returns {Fact5[]}
 */
export function summed(results) {
  /** @type {Map<string, Fact5>} */
  const sums = new Map();
  for (const [what, kind, value, count, unit] of results.flatMap((one) => one.facts)) {
    const [, , total, often] = sums.get(`${what} ${kind}`) ?? [what, kind, 0, 0, unit];
    sums.set(`${what} ${kind}`, [what, kind, total + value, often + count, unit]);
  }
  return [...sums.values()].sort((a, b) => a[0].localeCompare(b[0]) || parseInt(a[1]) - parseInt(b[1]) || 0);
}

/**
 * Return a sum in words: its mean or share, and of how many.
 * @param {Fact5} fact
 */
export function factWords([, , total, count, unit]) {
  const mean = total / count;
  if (unit === "%") return [`${Math.round(100 * mean)} %`, `${total} of ${count}`];
  const size = Math.abs(mean).toFixed(1);
  return [`${mean < 0 && Number(size) ? "−" : ""}${unit}${size}`, `on average of ${count}`];
}
