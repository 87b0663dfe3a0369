// The panels beside a replay: this step, the log, thoughts, thinking times, and how others played the same cards.
import { actionName, cardWords } from "../cards/cards.js";
import { bar, factTable } from "../table/panels.js";
import { h } from "../site/render.js";
import { resultTable } from "../table/result_table.js";
import { timeWords } from "./frames.js";
import { signed } from "../table/table.js";

const MOST_CHOICES = 8;

/** Return the lines of a frame that whoever looks may read: all of them, or those that the seat knew of. */
export function linesFor(frame, seat) {
  return frame.lines.filter(([, owner]) => owner === undefined || seat === null || owner === seat).map(([text]) => text);
}

/** Return what led to a frame: the words, the time it took, what it gave away, what went wrong. */
export function stepPanel(replay, actions) {
  const { frame, seat, match } = replay;
  const play = playOf(match, frame);
  return h(
    "section",
    { key: "step", class: "panel this-step", "aria-labelledby": "step-title" },
    h("h2", { id: "step-title" }, frame.step === 0 ? "The deal" : `Step ${frame.step}`),
    linesFor(frame, seat).map((text, place) => h("p", { key: `line-${place}`, class: "said" }, text)),
    frame.time_us && (frame.time_us[0] > 0 || frame.time_us[1] > 0) && h("p", { key: "time", class: "small" }, `Thought for ${timeWords(frame.time_us[0])} of CPU time, ${timeWords(frame.time_us[1])} by the clock.`),
    play && regretLine(match, play),
    frame.faults.map((fault, place) => faultDetails(fault, place)),
    play === null && match.regret?.why_not && frame.step === 0 && h("p", { key: "why-not", class: "small" }, `What perfect play says is not known here: ${match.regret.why_not}.`),
    actions.parted(frame),
  );
}

function playOf(match, frame) {
  return frame.action && frame.step > 0 ? match.regret?.plays?.[frame.step - 1] ?? null : null;
}

function regretLine(match, play) {
  if (!play.lost) return h("p", { key: "regret", class: "small good" }, "Gives nothing away.");
  const better = play.better.map((card) => cardWords(match.game, card)).join(", ");
  return h("p", { key: "regret", class: "regret" }, h("b", null, `Gives away ${play.lost === 1 ? "a trick" : `${play.lost} tricks`}.`), ` Better: ${better}.`);
}

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

/** Return the log of the deal; a click on a line leads to its step. */
export function replayLog({ frames, frame, seat, match }, actions) {
  const { first, last } = match.deals[frame.deal - 1];
  const lines = frames.slice(first, last + 1).flatMap((one) => linesFor(one, seat).map((text, number) => logLine(match, one, text, number, frame, actions)));
  return h(
    "section",
    { key: "log", class: "panel log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, match.deals.length > 1 ? `What happened in deal ${frame.deal}` : "What happened"),
    h("ol", { class: "scroll lines", id: "log-lines" }, lines),
  );
}

function logLine(match, one, text, number, frame, actions) {
  const here = one.place === frame.place;
  const lost = number === 0 ? playOf(match, one)?.lost : 0;
  const attrs = { type: "button", class: "line", tabindex: here && number === 0 ? 0 : -1, "aria-current": here ? "step" : null, on: { click: () => actions.go(one.place) } };
  return h("li", { key: `${one.place}-${number}`, class: one.step === 0 ? "head" : "" }, h("button", attrs, h("span", null, text), lost > 0 && h("b", { class: "lost", title: "tricks given away" }, signed(-lost))));
}

/** Return what the strong player thinks of the decision that follows, or why there is nothing to tell. */
export function thoughtsPanel(replay, scene, actions) {
  const head = h("header", { key: "head" }, h("h2", { id: "thoughts-title" }, "The strong player thinks"), h("button", { type: "button", class: "close", "aria-label": "Close the thoughts", on: { click: actions.thoughts } }, "×"));
  return h("section", { key: "thoughts", class: "panel hint thoughts", "aria-labelledby": "thoughts-title", "aria-busy": replay.asking ? "true" : null }, head, thoughtsBody(replay, scene, actions));
}

function thoughtsBody(replay, scene, actions) {
  const { frame, frames, seat } = replay;
  const next = frames[frame.place + 1];
  if (!next?.action || next.deal !== frame.deal) return h("p", null, "Nothing is to be decided here.");
  if (seat !== null && next.seat !== seat) {
    const other = frames.find((one) => one.place > frame.place && one.seat === seat && one.action);
    return [
      h("p", { key: "wait" }, h("bdi", null, scene.names[seat]), " is not to move."),
      other && h("button", { key: "next", type: "button", on: { click: () => actions.go(other.place - 1) } }, "To its next decision"),
    ];
  }
  const thought = replay.thought;
  if (replay.asking) return h("p", null, "Thinking…");
  if (!thought) return h("p", null, replay.noThoughts);
  const choices = thought.choices.slice(0, MOST_CHOICES);
  if (!choices.some(({ name }) => name === thought.done)) choices.push(...thought.choices.filter(({ name }) => name === thought.done));
  const values = choices.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [
    h("p", { key: "sentence", class: "sentence" }, thought.sentence),
    choices.length > 1 &&
      h(
        "table",
        { key: "choices", class: "bars" },
        h("caption", { class: "sr-only" }, "What it thought of, and how much each is worth"),
        h("tbody", null, choices.map((choice) => choiceRow(scene.game, choice, thought, high > low ? (choice.value - low) / (high - low) : 1))),
      ),
    h("p", { key: "done", class: "done-line" }, h("bdi", null, scene.names[thought.seat]), " did: ", h("b", null, actionName(scene.game, thought.done)), asGood(thought)),
    factTable(thought.facts),
    h("p", { key: "who", class: "small" }, `Asked: ${thought.player}. It sees only what this seat saw.`),
  ];
}

function asGood({ choices, done }) {
  if (choices[0]?.name === done) return ", as the strong player would.";
  return choices.find(({ name }) => name === done)?.value === choices[0]?.value ? ", which is just as good." : ".";
}

function choiceRow(game, choice, thought, share) {
  const done = choice.name === thought.done;
  const worth = signed(Math.round(choice.value * 100) / 100);
  return h("tr", { key: choice.name, class: done ? "done" : "", title: choice.note || null }, h("th", { scope: "row" }, actionName(game, choice.name), done && h("span", { class: "tag" }, "done")), h("td", null, bar(share)), h("td", null, worth));
}

/** Return what bots said to their authors, for whoever may read it. */
export function stderrPanel({ match }) {
  if (!match.stderr?.length) return null;
  const parts = match.stderr.map(([seat, words]) => [h("h3", { key: `who-${seat}` }, h("bdi", null, match.names[seat])), h("pre", { key: `said-${seat}`, tabindex: 0 }, words)]);
  return h("details", { key: "stderr", class: "panel raw stderr" }, h("summary", null, "What bots wrote to stderr"), parts);
}

/** Return how long everybody thought. */
export function timesPanel({ frames, match }, actions) {
  const rows = match.names.map((name, seat) => {
    const mine = frames.filter((one) => one.seat === seat && one.time_us);
    if (!mine.length) return null;
    const all = mine.reduce((sum, one) => sum + one.time_us[0], 0);
    const longest = mine.reduce((most, one) => (one.time_us[0] > most.time_us[0] ? one : most));
    return all === 0 ? null : h("tr", { key: seat }, h("th", { scope: "row" }, h("bdi", null, name)), h("td", { class: "number" }, timeWords(all)), h("td", { class: "number" }, timeWords(Math.round(all / mine.length))), h("td", { class: "number" }, h("button", { type: "button", class: "link", title: "To the step that took longest", on: { click: () => actions.go(longest.place) } }, timeWords(longest.time_us[0]))));
  });
  if (!rows.some(Boolean)) return null;
  return h(
    "details",
    { key: "times", class: "panel times" },
    h("summary", null, "Thinking time"),
    h("div", { class: "scroll" }, resultTable({ words: ["CPU time"], numbers: ["all", "a step", "longest"], rows })),
  );
}

/** Return how others played the cards of this deal. */
export function othersPanel(replay, actions) {
  const { match, frame } = replay;
  if (!match.others.length) return null;
  const tables = [{ ...match, own: true }, ...match.others].filter((table) => table.deals[frame.deal - 1]);
  return h(
    "details",
    { key: "others", class: "panel others", open: true },
    h("summary", null, "The same cards at other tables"),
    meanLine(match, frame.deal),
    h("ul", null, tables.map((table) => otherTable(table, replay, actions))),
    match.left_out > 0 && h("p", { class: "small" }, `${match.left_out} more are not listed.`),
  );
}

function meanLine({ names, others }, deal) {
  const alike = others.map(({ deals }) => deals[deal - 1]).filter((one) => one?.alike && one.forfeit === null);
  if (alike.length < 2) return null;
  const means = names.map((_, seat) => alike.reduce((sum, { scores }) => sum + scores[seat], 0) / alike.length);
  const words = means.map((mean, seat) => h("span", { key: seat, class: `at-seat hue-${seat}` }, h("i", { class: "swatch", "aria-hidden": "true" }), h("bdi", null, `seat ${seat}`), " ", h("b", null, signed(Math.round(mean * 10) / 10, true))));
  return h("div", { class: "mean" }, h("p", { class: "small" }, `Mean of ${alike.length} other tables in each seat`), h("div", { class: "at-seats" }, words));
}

function otherTable(table, { match, frame }, actions) {
  const deal = table.deals[frame.deal - 1];
  const seats = table.names.map((name, seat) =>
    h("span", { key: seat, class: `at-seat hue-${seat}` }, h("i", { class: "swatch", "aria-hidden": "true" }), h("bdi", null, name), " ", keptWords(deal.kept, seat), " ", h("b", null, signed(deal.scores[seat], true))),
  );
  return h("li", { key: table.own ? "own" : table.key, class: table.own ? "own" : "" }, h("div", { class: "at-seats" }, seats), table.own ? h("p", { class: "small" }, "This table") : partedLine(match.game, table, deal, frame, actions));
}

function keptWords(kept, seat) {
  if (kept.bids) return kept.bids[seat] < 0 ? "out" : `${kept.tricks[seat]}/${kept.bids[seat]}`;
  return kept.money ? `$${kept.money[seat]}` : "";
}

function partedLine(game, table, deal, frame, actions) {
  if (!deal.alike) return h("p", { class: "small" }, "The deal began otherwise there. ", actions.linkTo(table, frame.deal, 0, "Look"));
  if (deal.parted === null) return h("p", { class: "small" }, "All steps are the same. ", actions.linkTo(table, frame.deal, 0, "Look"));
  const words = `Step ${deal.parted + 1}: ${table.names[deal.seat]} did ${actionName(game, deal.action)} instead. `;
  return h("p", { class: "small" }, words, actions.linkTo(table, frame.deal, deal.parted + 1, "Look"));
}
