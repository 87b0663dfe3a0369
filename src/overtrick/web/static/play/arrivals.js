// Who comes and goes at a table, in words.
import { h } from "../site/render.js";
import { listed } from "../table/scene.js";

/** @type {Set<number>} */
const arriving = new Set(); // seats that somebody took whose page is not yet open

/**
 * Return what to say about the seats that changed between two messages; one's own seats need no words.
 * @param {Table} before
 * @param {Table} after
 */
export function comingsAndGoings(before, after) {
  return after.chairs.flatMap((chair, seat) => {
    const was = before.chairs[seat];
    if (!was || after.mine.includes(seat)) return [];
    if (chair.person && !was.person) {
      if (chair.away) arriving.add(seat);
      return [`${chair.name} sits down in the place of ${was.name}.`];
    }
    if (!chair.person) return [];
    const late = chair.lapses > was.lapses ? [`The time of ${chair.name} is up: a bot plays this move.`] : [];
    if (chair.away !== was.away) {
      if (chair.away && chair.lapses > was.lapses)
        return [`The time of ${chair.name} is up again: a bot takes the seat.`];
      if (chair.away) return [`${chair.name} has left; a bot plays.`];
      return arriving.delete(seat) ? [] : [`${chair.name} is back.`];
    }
    if (chair.gone === was.gone || chair.away) return late;
    return [...late, chair.gone ? `${chair.name} has closed the page.` : `${chair.name} is back.`];
  });
}

/**
 * Return what to call a table: the game, and who sits there now.
 * @param {string} given
 * @param {string[]} names
 */
export function titleOf(given, names) {
  return `${given.split(": ", 1)[0]}: ${listed(names)}`;
}

/**
 * Return how many only look on.
 * @param {Frame} frame
 */
export function watchers({ table }) {
  if (!table.watching) return null;
  if (table.mine.length)
    return h(
      "p",
      { key: "watching", class: "watching" },
      table.watching === 1 ? "One person is watching." : `${table.watching} people are watching.`,
    );
  const others = table.watching - 1;
  const more = others === 1 ? " One other person does too." : ` ${others} others do too.`;
  return h(
    "p",
    { key: "watching", class: "watching spectator" },
    h("span", null, h("b", null, "You are watching"), `, and see no hand.${others > 0 ? more : ""}`),
    table.join && h("a", { class: "button primary", href: table.join }, "Sit down"),
  );
}
