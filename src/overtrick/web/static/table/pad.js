// The score pad: a line for every deal, with what the game keeps of it beside the points.
import { h } from "../site/render.js";
import { hueOf, signed } from "./scene.js";

const LONGEST_NAME = 18;
const MANY = 4; // more seats than these get narrow columns

/**
 * Return the score pad, where a match has more deals than one.
 * @param {Scene} scene
 * @param {Drawing} drawing
 */
export function scorePad(scene, drawing) {
  if (scene.deals === 1) return null;
  const running = scene.names.map(() => 0);
  const lines = scene.pad.map((line, number) => padLine(scene, drawing, line, number, running));
  const word = drawing.dealWord;
  const heads = scene.names.map((name, seat) =>
    h(
      "th",
      { key: seat, scope: "col", class: scene.seat === seat ? "own" : "" },
      h("i", { class: hueOf(seat), "aria-hidden": "true" }),
      padName(name),
    ),
  );
  const sums = scene.totals.map((total, seat) => h("td", { key: seat }, signed(total)));
  const body = h(
    "table",
    null,
    h("thead", null, h("tr", null, headOf(word, word.slice(0, 1), "col"), heads)),
    h("tbody", null, lines, scene.now && openLine(scene, drawing)),
    h("tfoot", null, h("tr", null, headOf("Total", "Σ", "row"), sums)),
  );
  return h(
    "section",
    { key: "pad", class: `panel pad ${scene.seats > MANY ? "many" : ""}`, "aria-labelledby": "pad-title" },
    h("h2", { id: "pad-title" }, "Score pad"),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `All ${word.toLowerCase()}s` }, body),
  );
}

/**
 * @param {string} title
 * @param {string} sign
 * @param {string} scope
 */
function headOf(title, sign, scope) {
  return h("th", { scope }, h("abbr", { title }, sign));
}

/** @param {string} name */
function padName(name) {
  const short = shortened(name);
  if (short === name) return h("bdi", null, name);
  return h("bdi", { title: name }, h("span", { "aria-hidden": "true" }, short), h("span", { class: "sr-only" }, name));
}

/**
 * Return a long name with both ends, as names of programs often differ in the last letter alone.
 * @param {string} name
 */
export function shortened(name) {
  const letters = Array.from(name);
  if (letters.length <= LONGEST_NAME) return name;
  return `${letters.slice(0, 9).join("")}…${letters.slice(-8).join("")}`;
}

/**
 * @param {Scene} scene
 * @param {Drawing} drawing
 * @param {PadLine} line
 * @param {number} number
 * @param {number[]} running
 */
function padLine(scene, drawing, line, number, running) {
  const cells = line.scores.map((score, seat) => {
    running[seat] += score;
    const cell = drawing.kept(line, seat);
    if (!cell) return h("td", { key: seat, class: "absent" }, "–");
    const title = [cell.title ?? cell.text, signed(score, true)].filter(Boolean).join(", ");
    return h("td", { key: seat, title }, h("b", null, signed(running[seat])), smallCell(cell));
  });
  const told = line.notes.map((note) => noteWords(scene, note)).join(" ");
  return [
    h("tr", { key: number }, h("th", { scope: "row" }, number + 1), cells),
    told && h("tr", { key: `notes-${number}`, class: "notes" }, h("td", { colspan: scene.seats + 1 }, told)),
  ];
}

/** @param {Cell} cell */
function smallCell({ text, state = "" }) {
  return text && h("small", { class: state }, text);
}

/**
 * @param {Scene} scene
 * @param {Drawing} drawing
 */
function openLine(scene, drawing) {
  const cells = scene.names.map((_, seat) => drawing.kept(scene.now?.state ?? {}, seat));
  if (!cells.some((cell) => cell?.text)) return null;
  return h(
    "tr",
    { key: "open", class: "open" },
    h("th", { scope: "row" }, scene.pad.length + 1),
    cells.map((cell, seat) => h("td", { key: seat }, cell ? smallCell(cell) : "·")),
  );
}

/**
 * Return a note of the rulebook with the name of the seat that it begins with.
 * @param {Scene} scene
 * @param {string} note
 */
export function noteWords(scene, note) {
  const [, seat, rest] = /^seat (\d+) (.*)$/.exec(note) ?? [];
  return seat === undefined ? `${note}.` : `${scene.names[Number(seat)]} ${rest}.`;
}
