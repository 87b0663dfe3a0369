// The panels beside a replay: this step, the log, thinking times, and what bots said to their authors.
import { h } from "../site/render.js";
import { resultTable } from "../table/results.js";
import { signed } from "../table/scene.js";
import { linesFor, timeWords } from "./frames.js";

/**
 * Return what led to a frame: the words, the time it took, what it gave away, what went wrong.
 * While thoughts are shown, which are about the next decision, so is what is said of right and wrong, and not here.
 * @param {{ frame: Shown, seat: number | null, match: Match, thinking: boolean }} replay
 * @param {Drawing} drawing
 * @param {any} steps
 * @param {Child} line the way to another line
 */
export function stepPanel({ frame, seat, match, thinking }, drawing, steps, line) {
  const [cpu, wall] = frame.time_us ?? [0, 0];
  const whyNot = frame.step === 0 && match.regret?.why_not;
  return h(
    "section",
    { key: "step", class: "panel this-step", "aria-labelledby": "step-title" },
    h("h2", { id: "step-title" }, frame.step === 0 ? "The deal" : `Step ${frame.step}`),
    linesFor(frame, seat).map((text, place) => h("p", { key: `line-${place}`, class: "said" }, text)),
    (cpu > 0 || wall > 0) &&
      h(
        "p",
        { key: "time", class: "small" },
        cpu > 0 // only programs take CPU time; of people the clock alone tells
          ? `Thought for ${timeWords(cpu)} of CPU time, ${timeWords(wall)} by the clock.`
          : `Thought for ${timeWords(wall)}.`,
      ),
    !thinking && judgement(match, frame, drawing),
    frame.faults.map(faultDetails),
    whyNot && h("p", { key: "why-not", class: "small" }, `What perfect play says is not known here: ${whyNot}.`),
    steps.parted(frame),
    line,
  );
}

/**
 * Return what is known of the decision that led to a frame: whether it gave anything away.
 * @param {Match} match
 * @param {Shown} frame
 * @param {Drawing} drawing
 */
export function judgement(match, frame, drawing) {
  const play = playOf(match, frame);
  return play && regretLine(play, drawing);
}

/**
 * @param {Match} match
 * @param {Shown} frame
 * @returns {{ lost: number, better: string[] } | null}
 */
function playOf(match, frame) {
  return frame.action && frame.step > 0 ? (match.regret?.plays?.[frame.step - 1] ?? null) : null;
}

/**
 * @param {{ lost: number, better: string[] }} play
 * @param {Drawing} drawing
 */
function regretLine(play, drawing) {
  if (!play.lost) return h("p", { key: "regret", class: "small good" }, "Gives nothing away.");
  const better = play.better.map((action) => drawing.actionWords(action)).join(", ");
  const lost = h("b", null, `Gives away ${play.lost === 1 ? "a trick" : `${play.lost} tricks`}.`);
  return h("p", { key: "regret", class: "regret" }, lost, ` Better: ${better}.`);
}

/**
 * @param {Shown["faults"][number]} fault
 * @param {number} place
 */
function faultDetails(fault, place) {
  if (fault.question === undefined) return null;
  return h(
    "details",
    { key: `fault-${place}`, class: "raw" },
    h("summary", null, "What was asked, and what came back"),
    h("h3", null, "Asked"),
    h("pre", { tabindex: 0 }, fault.question || "nothing"),
    h("h3", null, "Came back"),
    h("pre", { tabindex: 0 }, fault.reply || "nothing"),
  );
}

/**
 * Return the log of the deal; a click on a line leads to its step.
 * @param {{ frames: Shown[], frame: Shown, seat: number | null, match: Match }} replay
 * @param {any} steps
 */
export function replayLog({ frames, frame, seat, match }, steps) {
  const { first, last } = match.deals[frame.deal - 1];
  const lines = frames
    .slice(first, last + 1)
    .flatMap((one) => linesFor(one, seat).map((text, number) => logLine(match, one, text, number, frame, steps)));
  return h(
    "section",
    { key: "log", class: "panel log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, match.deals.length > 1 ? `What happened in deal ${frame.deal}` : "What happened"),
    h("ol", { class: "scroll lines", id: "log-lines" }, lines),
  );
}

/**
 * @param {Match} match
 * @param {Shown} one
 * @param {string} text
 * @param {number} number
 * @param {Shown} frame
 * @param {any} steps
 */
function logLine(match, one, text, number, frame, steps) {
  const here = one.place === frame.place;
  const lost = number === 0 ? (playOf(match, one)?.lost ?? 0) : 0;
  return h(
    "li",
    { key: `${one.place}-${number}`, class: one.step === 0 ? "head" : "" },
    h(
      "button",
      {
        type: "button",
        class: "line",
        tabindex: here && number === 0 ? 0 : -1,
        "aria-current": here ? "step" : null,
        on: { click: () => steps.go(one.place) },
      },
      h("span", null, text),
      lost > 0 && h("b", { class: "lost", title: "tricks given away" }, signed(-lost)),
    ),
  );
}

/**
 * Return what bots said to their authors, for whoever may read it.
 * @param {{ match: Match }} replay
 */
export function stderrPanel({ match }) {
  if (!match.stderr?.length) return null;
  const parts = match.stderr.map(([seat, words]) => [
    h("h3", { key: `who-${seat}` }, h("bdi", null, match.names[seat])),
    h("pre", { key: `said-${seat}`, tabindex: 0 }, words),
  ]);
  return h(
    "details",
    { key: "stderr", class: "panel raw stderr" },
    h("summary", null, "What bots wrote to stderr"),
    parts,
  );
}

/**
 * Return how long everybody thought.
 * @param {{ frames: Shown[], match: Match }} replay
 * @param {any} steps
 */
export function timesPanel({ frames, match }, steps) {
  const rows = match.names.map((name, seat) => {
    const times = timesOf(frames, seat);
    if (!times.all) return null;
    const { longest } = times;
    const title = "To the step that took longest";
    const go = { type: "button", class: "link", title, on: { click: () => steps.go(longest.place) } };
    return h(
      "tr",
      { key: seat },
      h("th", { scope: "row" }, h("bdi", null, name)),
      h("td", { class: "number" }, timeWords(times.all)),
      h("td", { class: "number" }, timeWords(times.mean)),
      h("td", { class: "number" }, h("button", go, timeWords(longest.time))),
    );
  });
  if (!rows.some(Boolean)) return null;
  const table = resultTable({ words: ["CPU time"], numbers: ["all", "a step", "longest"], rows });
  return h(
    "details",
    { key: "times", class: "panel times" },
    h("summary", null, "Thinking time"),
    h("div", { class: "scroll" }, table),
  );
}

/**
 * Return how long a seat thought: in all, in the mean, and at most, with the place of that frame.
 * @param {Shown[]} frames
 * @param {number} seat
 */
export function timesOf(frames, seat) {
  const mine = frames.flatMap((one) =>
    one.seat === seat && one.time_us ? [{ place: one.place, time: one.time_us[0] }] : [],
  );
  const all = mine.reduce((sum, { time }) => sum + time, 0);
  const longest = mine.reduce((most, one) => (one.time > most.time ? one : most), mine[0]);
  return { all, mean: Math.round(all / mine.length), longest };
}
