// What the strong player thinks of a decision: asked of the site, or as the file has it.
import { h } from "../site/render.js";
import { bar, factTable, sharesOf, worthWords } from "../table/panels.js";
import { judgement } from "./panels.js";

const MOST_CHOICES = 8;
const TRIES = 3;

/**
 * Return the thoughts about the decision after a frame, as the site tells them.
 * @param {{ address: string, form?: Record<string, string> }} ask
 * @param {Shown} frame
 * @param {string} formKey
 * @param {() => boolean} isWanted whether anybody still waits for it
 * @returns {Promise<Thought>}
 */
export async function fetchThought(ask, frame, formKey, isWanted, tries = TRIES) {
  const where = new URLSearchParams({ deal: String(frame.deal), step: String(frame.step) });
  let answer;
  try {
    if (ask.form) {
      const form = new FormData();
      form.append("_csrf_token", formKey);
      for (const [field, value] of [...Object.entries(ask.form), ...where]) form.append(field, value);
      answer = await fetch(ask.address, { method: "POST", body: form });
    } else answer = await fetch(`${ask.address}?${where}`);
  } catch {
    throw new Error("The site does not answer just now.");
  }
  const told = await answer.json().catch(() => ({}));
  // The first thought may take long, as the strong player is compiled; it goes on meanwhile.
  if (answer.status === 503 && tries > 1 && isWanted()) return fetchThought(ask, frame, formKey, isWanted, tries - 1);
  if (!answer.ok) throw new Error(told.sentence ?? "The strong player has no answer just now.");
  return told;
}

/**
 * Return what the strong player thinks of the decision that follows, or why there is nothing to tell.
 * @param {{ match: Match, frame: Shown, frames: Shown[], seat: number | null, asking: boolean, thought: Thought | null, noThoughts: string }} replay
 * @param {Scene} scene
 * @param {Drawing} drawing
 * @param {any} steps
 */
export function thoughtsPanel(replay, scene, drawing, steps) {
  const attrs = { type: "button", class: "close", "aria-label": "Close the thoughts", on: { click: steps.thoughts } };
  return h(
    "section",
    {
      key: "thoughts",
      class: "panel hint thoughts",
      "aria-labelledby": "thoughts-title",
      "aria-busy": replay.asking ? "true" : null,
    },
    h("header", { key: "head" }, h("h2", { id: "thoughts-title" }, titleOf(replay)), h("button", attrs, "×")),
    thoughtsBody(replay, scene, drawing, steps),
  );
}

/**
 * Return which decision the thoughts are about: the one that follows, not the step that led here.
 * @param {{ frame: Shown, frames: Shown[] }} replay
 */
function titleOf({ frame, frames }) {
  const next = frames[frame.place + 1];
  return next?.action && next.deal === frame.deal
    ? `The strong player thinks of step ${next.step}`
    : "The strong player thinks";
}

/**
 * @param {{ match: Match, frame: Shown, frames: Shown[], seat: number | null, asking: boolean, thought: Thought | null, noThoughts: string }} replay
 * @param {Scene} scene
 * @param {Drawing} drawing
 * @param {any} steps
 */
function thoughtsBody({ match, frame, frames, seat, asking, thought, noThoughts }, scene, drawing, steps) {
  const next = frames[frame.place + 1];
  if (!next?.action || next.deal !== frame.deal) return h("p", null, "Nothing is to be decided here.");
  if (seat !== null && next.seat !== seat) {
    const other = frames.find((one) => one.place > frame.place && one.seat === seat && one.action);
    const go = { key: "next", type: "button", on: { click: () => other && steps.go(other.place - 1) } };
    return [
      h("p", { key: "wait" }, h("bdi", null, scene.names[seat]), " is not to move."),
      other && h("button", go, "To its next decision"),
    ];
  }
  if (asking) return h("p", null, "Thinking…");
  if (!thought) return h("p", null, noThoughts);
  const choices = shownChoices(thought);
  const shares = sharesOf(choices);
  const rows = choices.map((choice, place) => choiceRow(choice, thought, shares[place], drawing));
  return [
    h("p", { key: "sentence", class: "sentence" }, thought.sentence),
    thought.numbers && h("p", { key: "numbers", class: "small" }, thought.numbers),
    choices.length > 1 &&
      h(
        "table",
        { key: "choices", class: "bars" },
        h("caption", { class: "sr-only" }, "What it thought of, and how much each is worth"),
        h("tbody", null, rows),
      ),
    h(
      "p",
      { key: "done", class: "done-line" },
      h("bdi", null, scene.names[thought.seat]),
      " did: ",
      h("b", null, drawing.actionWords(thought.done)),
      asGood(thought),
    ),
    judgement(match, next, drawing),
    factTable(thought.facts),
    h("p", { key: "who", class: "small" }, `Asked: ${thought.player}. It sees only what this seat saw.`),
  ];
}

/**
 * Return the best choices, and the one that was made even if it is not among them.
 * @param {Thought} thought
 */
export function shownChoices({ choices, done }) {
  const best = choices.slice(0, MOST_CHOICES);
  return best.some(({ name }) => name === done) ? best : [...best, ...choices.filter(({ name }) => name === done)];
}

/**
 * Return how good what was done is, as the end of a sentence.
 * @param {Thought} thought
 */
export function asGood({ choices, done }) {
  if (choices[0]?.name === done) return ", as the strong player would.";
  return choices.find(({ name }) => name === done)?.value === choices[0]?.value ? ", which is just as good." : ".";
}

/**
 * @param {Choice} choice
 * @param {Thought} thought
 * @param {number} share
 * @param {Drawing} drawing
 */
function choiceRow(choice, thought, share, drawing) {
  const done = choice.name === thought.done;
  const words = drawing.actionWords(choice.name);
  return h(
    "tr",
    { key: choice.name, class: done ? "done" : "", title: choice.note || null },
    h("th", { scope: "row" }, words, done && h("span", { class: "tag" }, "done")),
    h("td", null, bar(share)),
    h("td", null, worthWords(choice)),
  );
}
