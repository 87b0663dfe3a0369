// How others played the same cards.
import { h } from "../site/render.js";
import { hueOf, signed } from "../table/scene.js";

const FEWEST = 2; // tables of which a mean is told

/**
 * Return how others played the cards of this deal.
 * @param {{ match: Match, frame: Shown }} replay
 * @param {Drawing} drawing
 * @param {any} steps
 */
export function othersPanel({ match, frame }, drawing, steps) {
  if (!match.others.length) return null;
  /** @type {any[]} */
  const all = [{ ...match, own: true }, ...match.others];
  const tables = all.filter((table) => table.deals[frame.deal - 1]);
  return h(
    "details",
    { key: "others", class: "panel others", open: true },
    h("summary", null, "The same cards at other tables"),
    meanLine(match, frame.deal),
    h(
      "ul",
      null,
      tables.map((table) => otherTable(table, frame, drawing, steps)),
    ),
    match.left_out > 0 && h("p", { class: "small" }, `${match.left_out} more are not listed.`),
  );
}

/**
 * Return what each seat got in the mean at other tables in a deal that began alike, and at how many.
 * @param {Match} match
 * @param {number} deal
 */
export function meansOf({ names, others }, deal) {
  const alike = others.map(({ deals }) => deals[deal - 1]).filter((one) => one?.alike && one.forfeit === null);
  const means = names.map((_, seat) => alike.reduce((sum, { scores }) => sum + scores[seat], 0) / alike.length);
  return { count: alike.length, means: means.map((mean) => Math.round(mean * 10) / 10) };
}

/**
 * @param {Match} match
 * @param {number} deal
 */
function meanLine(match, deal) {
  const { count, means } = meansOf(match, deal);
  if (count < FEWEST) return null;
  const words = means.map((mean, seat) => atSeat(seat, `seat ${seat}`, "", mean));
  return h(
    "div",
    { class: "mean" },
    h("p", { class: "small" }, `Mean of ${count} other tables in each seat`),
    h("div", { class: "at-seats" }, words),
  );
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {string} kept
 * @param {number} score
 */
function atSeat(seat, name, kept, score) {
  return h(
    "span",
    { key: seat, class: `at-seat ${hueOf(seat)}` },
    h("i", { class: "swatch", "aria-hidden": "true" }),
    h("bdi", null, name),
    " ",
    kept && `${kept} `,
    h("b", null, signed(score, true)),
  );
}

/**
 * @param {OtherTable} table
 * @param {Shown} frame
 * @param {Drawing} drawing
 * @param {any} steps
 */
function otherTable(table, frame, drawing, steps) {
  const deal = table.deals[frame.deal - 1];
  const kept = (/** @type {number} */ seat) => {
    const cell = drawing.kept(deal.kept, seat);
    return cell ? cell.text : "out";
  };
  const seats = table.names.map((name, seat) => atSeat(seat, name, kept(seat), deal.scores[seat]));
  const parted = partedWords(deal, table.names, drawing);
  const line = table.own ? "This table" : [`${parted.words} `, steps.linkTo(table, frame.deal, parted.step, "Look")];
  return h(
    "li",
    { key: table.own ? "own" : table.key, class: table.own ? "own" : "" },
    h("div", { class: "at-seats" }, seats),
    h("p", { class: "small" }, line),
  );
}

/**
 * Return in words where another table went another way, and the step to look at.
 * @param {OtherDeal} deal
 * @param {string[]} names
 * @param {Drawing} drawing
 */
export function partedWords({ alike, parted, seat, action }, names, drawing) {
  if (!alike) return { words: "The deal began otherwise there.", step: 0 };
  if (parted === null || parted === undefined) return { words: "All steps are the same.", step: 0 };
  const done = drawing.actionWords(action ?? "");
  return { words: `Step ${parted + 1}: ${names[seat ?? 0]} did ${done} instead.`, step: parted + 1 };
}
