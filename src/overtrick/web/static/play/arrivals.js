// Who comes and goes at a table, in words.
import { h } from "../site/render.js";

const arriving = new Set(); // seats that somebody took whose page is not yet open

/** Return what to say about the seats that changed between two messages; one's own seats need no words. */
export function comingsAndGoings(before, after) {
  return after.chairs.flatMap((chair, seat) => {
    const was = before.chairs[seat];
    if (!was || after.mine.includes(seat)) return [];
    if (chair.person && !was.person) {
      if (chair.away) arriving.add(seat);
      return [`${chair.name} sits down in the place of ${was.name}.`];
    }
    if (!chair.person || chair.away === was.away) return [];
    if (chair.away) return [`${chair.name} has left; a bot plays.`];
    return arriving.delete(seat) ? [] : [`${chair.name} is back.`];
  });
}

/** Return what to call a table: the game, and who sits there now. */
export function titleOf(given, names) {
  const game = given.split(": ", 1)[0];
  return `${game}: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Return how many only look on. */
export function watchers({ table }) {
  if (!table.watching) return null;
  return h(
    "p",
    { key: "watching", class: "watching" },
    table.watching === 1 ? "One person is watching." : `${table.watching} people are watching.`,
  );
}
