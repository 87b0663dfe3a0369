// The panels beside the table: the log, a hint, and what the strong player believes.
import { h } from "../site/render.js";
import { signed } from "./scene.js";

const MOST_CHOICES = 6;

/**
 * Return the log of the deal, newest last.
 * @param {{ key: number, text: string, head: boolean, undone?: boolean }[]} lines
 */
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

/**
 * Return what the strong player would do, and why.
 * @param {Hint | null} hint
 * @param {Drawing} drawing
 * @param {() => void} close
 */
export function hintPanel(hint, drawing, close) {
  if (!hint) return null;
  if (hint.waiting)
    return h(
      "section",
      { key: "hint", class: "panel hint", "aria-busy": "true" },
      h("h2", null, "Hint"),
      h("p", null, "The strong player is thinking…"),
    );
  const choices = hint.choices.slice(0, MOST_CHOICES);
  const shares = sharesOf(choices);
  const rows = choices.map((choice, place) =>
    h(
      "tr",
      { key: place },
      h("th", { scope: "row" }, drawing.actionWords(choice.name)),
      h("td", null, bar(shares[place])),
      h("td", null, worthWords(choice)),
    ),
  );
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
    h(
      "details",
      { class: "facts-of-hint" },
      h("summary", null, "In numbers"),
      hint.numbers && h("p", null, hint.numbers),
      choices.length > 1 && h("table", { class: "bars" }, h("tbody", null, rows)),
      factTable(hint.facts),
      hint.player && h("p", { class: "small" }, `Asked: ${hint.player.replace(/^[^:]*:/, "")}`),
    ),
  );
}

/**
 * Return how good each choice is, between 0 for the worst and 1 for the best.
 * @param {Choice[]} choices
 */
export function sharesOf(choices) {
  const values = choices.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (high > low ? (value - low) / (high - low) : 1));
}

/**
 * Return how much a choice is worth.
 * @param {Choice} choice
 */
export function worthWords({ value }) {
  return signed(Math.round(value * 100) / 100);
}

/**
 * Return what the strong player believes.
 * @param {Fact[]} facts
 */
export function factTable(facts) {
  if (!facts.length) return null;
  const rows = facts.map((fact, place) =>
    h(
      "tr",
      { key: place },
      h("th", { scope: "row" }, fact.name),
      h("td", null, fact.unit === "probability" && bar(fact.value)),
      h("td", null, factWords(fact)),
    ),
  );
  return h(
    "details",
    { class: "facts-of-hint" },
    h("summary", null, "What it believes"),
    h("table", { class: "bars" }, h("tbody", null, rows)),
  );
}

/**
 * Return what a fact says.
 * @param {Fact} fact
 */
export function factWords({ value, unit }) {
  if (unit === "probability") return `${Math.round(value * 100)} %`;
  if (unit === "dollars") return `$${value.toFixed(1)}`;
  const count = Math.round(value * 100) / 100;
  return `${count} ${count === 1 ? unit.replace(/s$/, "") : unit}`;
}

/**
 * Return a bar for a share between 0 and 1.
 * @param {number} share
 */
export function bar(share) {
  return h(
    "span",
    { class: "bar-track", "aria-hidden": "true" },
    h("span", { class: "bar-fill", style: { width: `${Math.round(100 * Math.max(0, Math.min(1, share)))}%` } }),
  );
}
