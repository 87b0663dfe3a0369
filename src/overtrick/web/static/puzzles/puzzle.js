// A puzzle: a position at the real table. The server judges the answer, and nothing about it is here before.
import { placeOfAction } from "../play/hint_mark.js";
import { listenToKeys } from "../play/keys.js";
import { h, render } from "../site/render.js";
import { loadDrawing } from "../table/drawing.js";
import { refreshRoving } from "../table/keyboard.js";
import { logPanel } from "../table/panels.js";
import { signed } from "../table/scene.js";
import { afterTry, goToNext, keep, keptPuzzles, standingIn } from "./kept.js";

/** @typedef {import("./kept.js").Standing} Standing */
/** @typedef {{ rating: { mean: number, spread: number }, tried: number, solved: number, streak: number }} Told */
/**
 * @typedef {{ id: string, game: string, question: string, answers: string[], scene: Scene, log: string[], day: string, run: string,
 *   guest: boolean, tried: boolean, standing: Told | null }} Puzzle
 */
/**
 * @typedef {{ right: boolean, played: string, answer: string, best: string, why: string, theme: string, margin: number,
 *   half: number, unit: string, choices: { name: string, value: number, chance: number | null }[], counted: boolean,
 *   mean: number, spread: number, rating: number, others: { tries: number, solved: number }, standing: Told | null,
 *   replay: string }} Verdict
 */

const place = /** @type {HTMLElement} */ (document.getElementById("puzzle"));
/** @typedef {{ title: string, look: string, module: string, sheet: string, instead: string, formKey: string }} Given */
const given = /** @type {Given} */ (/** @type {unknown} */ (place.dataset));
/** @type {Puzzle} */
const puzzle = JSON.parse(document.getElementById("puzzle-data")?.textContent ?? "{}");
const drawing = await loadDrawing(JSON.parse(given.look), given);
const look = JSON.parse(given.look);

const solving = {
  frame: /** @type {any} */ ({ scene: puzzle.scene }),
  byKeys: false,
  sending: false,
  saying: "",
  verdict: /** @type {Verdict | null} */ (null),
  before: standing(),
  tried: puzzle.guest ? keptPuzzles().tried.includes(puzzle.id) : puzzle.tried,
};

/** @type {Actions} */
const actions = {
  act(action) {
    if (solving.verdict) return actions.explain?.("You have answered; go on with the next one.");
    if (!puzzle.answers.includes(action)) return actions.explain?.(`"${action}" is not asked here.`);
    if (!solving.sending) answer(action);
  },
  explain(words) {
    solving.saying = words && `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    draw();
  },
  show: () => {},
  hint: () => {},
  back: () => {},
  redo: () => {},
  redraw: () => draw(),
  escape() {
    drawing.forget();
    actions.explain?.("");
  },
  goOn: () => solving.verdict && next(),
  get saying() {
    return solving.saying || (puzzle.scene.now?.choices ? puzzle.question : ""); // where less is asked than is allowed
  },
};

/** @returns {Standing} */
function standing(told = puzzle.standing) {
  if (told) return { ...told.rating, tried: told.tried, solved: told.solved, streak: told.streak };
  return standingIn(keptPuzzles(), puzzle.game);
}

/** @param {string} action */
async function answer(action) {
  const { mean, spread } = solving.before;
  const form = new URLSearchParams({ _csrf_token: given.formKey, answer: action });
  if (puzzle.guest) {
    form.set("mean", String(mean));
    form.set("spread", String(spread));
    form.set("first", solving.tried ? "0" : "1");
  }
  solving.sending = true;
  solving.saying = "";
  draw();
  try {
    const said = await fetch(`/puzzles/${puzzle.id}`, { method: "POST", body: form });
    const told = await said.json().catch(() => ({}));
    if (!said.ok) throw new Error(told.sentence ?? "The site does not take this answer; open the page again.");
    heard(told);
  } catch (error) {
    solving.saying =
      error instanceof TypeError
        ? "The site does not answer just now; try again."
        : String(error).replace(/^Error: /, "");
  }
  solving.sending = false;
  draw();
  if (solving.verdict) place.querySelector(/** @type {any} */ (".ask .next"))?.focus({ preventScroll: true });
}

/** @param {Verdict} verdict */
function heard(verdict) {
  solving.verdict = verdict;
  if (puzzle.guest && !solving.tried) keep(afterTry(keptPuzzles(), puzzle, verdict));
}

async function next() {
  try {
    await goToNext(puzzle.run === "all" ? "" : puzzle.run, puzzle.id);
  } catch (error) {
    actions.explain?.(error instanceof Error ? error.message : "");
  }
}

// What is shown

function draw() {
  document.title = [
    solving.verdict ? (solving.verdict.right ? "Right" : "Not the best") : "Your turn",
    given.title,
    "overtrick",
  ].join(" · ");
  render(place, page());
  const { verdict } = solving;
  mark("best-answer", verdict ? verdict.answer : null);
  mark("wrong-answer", verdict && !verdict.right ? verdict.played : null);
  refreshRoving(place);
}

/**
 * Mark where an action lies on the table, and nothing else.
 * @param {string} how
 * @param {string | null} action
 */
function mark(how, action) {
  const marked = action ? place.querySelector(placeOfAction(action)) : null;
  for (const old of place.querySelectorAll(`.${how}`)) if (old !== marked) old.classList.remove(how);
  marked?.classList.add(how);
}

function page() {
  const { scene } = puzzle;
  return [
    h(
      "header",
      { key: "bar", class: "bar" },
      h(
        "a",
        { class: "brand", href: "/", "aria-label": "overtrick, start page" },
        h("span", { class: "mark", "aria-hidden": "true" }),
        h("span", { class: "brand-name" }, "overtrick"),
      ),
      h("h1", { class: "bar-title" }, given.title),
      h(
        "nav",
        { "aria-label": "Site" },
        h("a", { href: "/puzzles" }, "Puzzles"),
        h("a", { href: `/rules/${puzzle.game}` }, "Rules"),
      ),
    ),
    ask(),
    h(
      "div",
      { key: "play", class: "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, drawing.draw(scene, null, actions)),
      h(
        "aside",
        { key: "side", class: "side", "aria-label": "Beside the table" },
        worths(),
        drawing.side(scene),
        logPanel(puzzle.log.map((text, key) => ({ key, text, head: key === 0 }))),
      ),
    ),
  ];
}

function ask() {
  const { verdict } = solving;
  const state = verdict ? (verdict.right ? "right" : "wrong") : "";
  return h(
    "section",
    {
      key: "ask",
      class: `ask ${state}`,
      "aria-label": "The puzzle",
      "aria-live": "polite",
      "aria-busy": solving.sending ? "true" : null,
    },
    h("div", { key: "words", class: "ask-words" }, verdict ? verdictWords(verdict) : questionWords()),
    h(
      "div",
      { key: "foot", class: "ask-foot" },
      streakLine(),
      verdict && h("a", { key: "replay", class: "button", href: verdict.replay }, "How it went on"),
      verdict &&
        h(
          "button",
          { key: "next", type: "button", class: "plain-button primary next", on: { click: next } },
          "Next puzzle",
        ),
    ),
  );
}

function questionWords() {
  const again =
    solving.tried && h("p", { key: "again" }, "You have tried this one before, so it does not count again.");
  return [h("h2", { key: "question" }, puzzle.question), again];
}

/** @param {Verdict} verdict */
function verdictWords({ right, best, why, others, counted, theme, rating }) {
  const upper = best.charAt(0).toUpperCase() + best.slice(1);
  const found = others.tries
    ? `${others.solved} of ${others.tries} other${others.tries === 1 ? "" : "s"} found it at first sight.`
    : "You are the first to try this one.";
  return [
    h("h2", { key: "verdict" }, right ? `Right: ${best}.` : `Not the best. ${upper} is.`),
    h("p", { key: "why" }, why),
    h(
      "p",
      { key: "others", class: "small" },
      `${found} Rated ${rating}; ${theme}.${counted ? "" : " This try does not count."}`,
    ),
  ];
}

function streakLine() {
  const { verdict, before } = solving;
  const now = verdict ? (verdict.standing ? standing(verdict.standing) : standing(null)) : before;
  const change = Math.round(now.mean) - Math.round(before.mean);
  return h(
    "p",
    { key: "streak", class: "streak" },
    "Rating ",
    h("b", null, Math.round(now.mean)),
    verdict?.counted && ` (${signed(change, true)})`,
    " · ",
    h("b", null, now.streak),
    " in a row · ",
    h("b", null, now.solved),
    ` of ${now.tried} solved`,
  );
}

/** What every choice is worth, once it is answered. */
function worths() {
  const { verdict } = solving;
  if (!verdict) return null;
  const { choices, unit, margin, half, played } = verdict;
  const [doubt, label] = half ? [` ± ${half.toFixed(1)}`, "; ± is half of the 95 % interval"] : ["", ""];
  const digits = choices.every(({ value }) => Number.isInteger(value)) ? 0 : 1;
  return h(
    "section",
    { key: "worths", class: "panel", "aria-labelledby": "worths-title" },
    h("h2", { id: "worths-title" }, "What each is worth"),
    h(
      "table",
      { class: "worths" },
      h(
        "tbody",
        null,
        choices.map(({ name, value }, number) =>
          h(
            "tr",
            { key: name, class: `${number === 0 ? "best" : ""} ${name === played ? "mine" : ""}` },
            h("th", { scope: "row" }, drawing.actionWords(name)),
            h("td", null, `${signed(Number(value.toFixed(digits)), look.signed)} ${unit}`),
          ),
        ),
      ),
    ),
    h("p", { class: "small" }, `The best is ahead of the next by ${margin.toFixed(1)}${doubt} ${unit}${label}.`),
  );
}

listenToKeys(place, solving, actions, drawing);
draw();
const lines = document.getElementById("log-scroll");
if (lines) lines.scrollTop = lines.scrollHeight;
