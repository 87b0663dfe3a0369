// The panels beside the table: score pad, log, hint, and what is said at the end of a deal.
import { actionName } from "../cards/cards.js";
import { h } from "../site/render.js";
import { resultTable } from "./result_table.js";
import { nameOf, signed } from "./table.js";
import { bidState } from "../games/wizard/table.js";

const LONGEST_NAME = 18;

/** Return the score pad with a line for every deal. */
export function scorePad(scene) {
  if (scene.game !== "wizard") return null;
  const seats = Array.from({ length: scene.seats }, (_, seat) => seat);
  const running = seats.map(() => 0);
  const lines = scene.pad.map((line, number) => padLine(scene, line, number, running));
  return h(
    "section",
    { key: "pad", class: `panel pad ${scene.seats > 4 ? "many" : ""}`, "aria-labelledby": "pad-title" },
    h("h2", { id: "pad-title" }, "Score pad"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "All rounds" },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, h("abbr", { title: "Round" }, "R")),
            seats.map((seat) =>
              h(
                "th",
                { key: seat, scope: "col", class: scene.seat === seat ? "own" : "" },
                h("i", { class: `hue-${seat}`, "aria-hidden": "true" }),
                padName(scene.names[seat]),
              ),
            ),
          ),
        ),
        h("tbody", null, lines, scene.now && openLine(scene)),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "row" }, h("abbr", { title: "Total" }, "Σ")),
            scene.totals.map((total, seat) => h("td", { key: seat }, signed(total))),
          ),
        ),
      ),
    ),
  );
}

function padName(name) {
  // Of a long name both ends stay, as names of programs often differ in the last letter alone.
  const letters = Array.from(name);
  if (letters.length <= LONGEST_NAME) return h("bdi", null, name);
  const short = `${letters.slice(0, 9).join("")}…${letters.slice(-8).join("")}`;
  return h("bdi", { title: name }, h("span", { "aria-hidden": "true" }, short), h("span", { class: "sr-only" }, name));
}

function padLine(scene, line, number, running) {
  const cells = line.scores.map((score, seat) => {
    running[seat] += score;
    const out = line.bids[seat] === null || line.bids[seat] < 0;
    if (out) return h("td", { key: seat, class: "absent" }, "–");
    const stands = bidState(line.bids[seat], line.tricks[seat]);
    const words = `bid ${line.bids[seat]}, took ${line.tricks[seat]}, ${signed(score, true)}`;
    return h(
      "td",
      { key: seat, title: words },
      h("b", null, signed(running[seat])),
      h("small", { class: stands }, `${line.tricks[seat]}/${line.bids[seat]}`),
    );
  });
  const notes = line.notes.length
    ? h(
        "tr",
        { key: `notes-${number}`, class: "notes" },
        h("td", { colspan: scene.seats + 1 }, line.notes.map((note) => noteWords(scene, note)).join(" ")),
      )
    : null;
  return [h("tr", { key: number }, h("th", { scope: "row" }, number + 1), cells), notes];
}

function openLine(scene) {
  const { state } = scene.now;
  const cells = state.bids.map((bid, seat) =>
    h(
      "td",
      { key: seat },
      bid === null ? "·" : h("small", { class: bidState(bid, state.tricks[seat]) }, `${state.tricks[seat]}/${bid}`),
    ),
  );
  return h("tr", { key: "open", class: "open" }, h("th", { scope: "row" }, state.round), cells);
}

function noteWords(scene, note) {
  const [, seat, rest] = /^seat (\d+) (.*)$/.exec(note) ?? [];
  return seat === undefined ? `${note}.` : `${scene.names[Number(seat)]} ${rest}.`;
}

/** Return the log of the deal, newest last. */
export function logPanel(lines) {
  return h(
    "section",
    { key: "log", class: "panel log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, "What happened"),
    h(
      "div",
      { class: "scroll", id: "log-scroll", tabindex: 0, role: "group", "aria-label": "Log" },
      h(
        "ol",
        { class: "lines", id: "log-lines" },
        lines.map((line) =>
          h(
            "li",
            { key: line.key, class: `${line.head ? "head" : ""} ${line.undone ? "undone" : ""}` },
            line.undone ? [h("span", { class: "sr-only" }, "Taken back: "), h("s", null, line.text)] : line.text,
          ),
        ),
      ),
    ),
  );
}

/** Return what the strong player would do, and why. */
export function hintPanel(hint, game, close) {
  if (!hint) return null;
  if (hint.waiting)
    return h(
      "section",
      { key: "hint", class: "panel hint", "aria-busy": "true" },
      h("h2", null, "Hint"),
      h("p", null, "The strong player is thinking…"),
    );
  const choices = hint.choices.slice(0, 6);
  const values = choices.map((choice) => choice.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return h(
    "section",
    { key: "hint", class: "panel hint", "aria-labelledby": "hint-title" },
    h(
      "header",
      null,
      h("h2", { id: "hint-title" }, "Hint"),
      h("button", { type: "button", class: "close", "aria-label": "Close the hint", on: { click: close } }, "×"),
    ),
    h("p", { class: "sentence" }, hint.sentence),
    choices.length > 1 && h("h3", null, "What else it thought of"),
    choices.length > 1 &&
      h(
        "table",
        { class: "bars" },
        h(
          "tbody",
          null,
          choices.map((choice, place) =>
            h(
              "tr",
              { key: place },
              h("th", { scope: "row" }, actionName(game, choice.name)),
              h("td", null, bar(high > low ? (choice.value - low) / (high - low) : 1)),
              h("td", null, signed(Math.round(choice.value * 100) / 100)),
            ),
          ),
        ),
      ),
    factTable(hint.facts),
    hint.player && h("p", { class: "small" }, `Asked: ${hint.player}`),
  );
}

/** Return what the strong player believes. */
export function factTable(facts) {
  if (!facts.length) return null;
  return h(
    "details",
    { class: "facts-of-hint" },
    h("summary", null, "What it believes"),
    h(
      "table",
      { class: "bars" },
      h(
        "tbody",
        null,
        facts.map((fact, place) =>
          h(
            "tr",
            { key: place },
            h("th", { scope: "row" }, fact.name),
            h("td", null, fact.unit === "probability" && bar(fact.value)),
            h("td", null, factWords(fact)),
          ),
        ),
      ),
    ),
  );
}

function factWords({ value, unit }) {
  if (unit === "probability") return `${Math.round(value * 100)} %`;
  if (unit === "dollars") return `$${value.toFixed(1)}`;
  const count = Math.round(value * 100) / 100;
  return `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;
}

/** Return a bar for a share between 0 and 1. */
export function bar(share) {
  return h(
    "span",
    { class: "bar-track", "aria-hidden": "true" },
    h("span", { class: "bar-fill", style: { width: `${Math.round(100 * Math.max(0, Math.min(1, share)))}%` } }),
  );
}

/** Return what a round of Wizard brought. */
export function roundResult(scene) {
  const { ended } = scene;
  const { state } = ended;
  const rows = state.still_in.map((seat) => {
    const stands = bidState(state.bids[seat], state.tricks[seat]);
    const words = { exact: "made it", over: "too many", under: "too few" }[stands];
    return h(
      "tr",
      { key: seat, class: scene.seat === seat ? "own" : "" },
      h("th", { scope: "row" }, h("bdi", null, nameOf(scene, seat))),
      h("td", null, `${state.tricks[seat]} of ${state.bids[seat]}`),
      h("td", { class: stands }, words),
      h("td", { class: "number" }, h("b", null, signed(ended.scores[seat], true))),
      h("td", { class: "number" }, signed(scene.totals[seat])),
    );
  });
  return [
    resultTable({ words: ["Player", "Tricks", "Bid"], numbers: ["Points", "Total"], rows }),
    ended.notes.map((note) => h("p", { key: note, class: "announce" }, note, note.endsWith(".") ? "" : ".")),
  ];
}
