// A match to look at again: step by step, by keys or clicks, with all hands or as one seat saw it.
import { h, render } from "../site/render.js";
import { settings, settingsFields } from "../site/settings.js";
import { dialogBox, doneButton, keyList, trapFocus } from "../table/dialog.js";
import { isTyping } from "../table/keyboard.js";
import { drawWithMotion } from "../table/motion.js";
import { scorePad } from "../table/pad.js";
import { listed } from "../table/scene.js";
import { replayBar } from "./bar.js";
import { placeWords, replayControls, replayKeys } from "./controls.js";
import { addressOf, linesFor, nextStop, readAddress, sceneOf, unfold } from "./frames.js";
import { othersPanel } from "./others.js";
import { replayLog, stderrPanel, stepPanel, timesPanel } from "./panels.js";
import { fetchThought, thoughtsPanel } from "./thoughts.js";
import { linePart } from "./ways.js";

/** @type {Record<string, number>} */
const SPEEDS = { calm: 1, quick: 0.45, once: 0.12 };
const STEP_MS = 900;
const STOP_MS = 1700;
const DEAL_MS = 3600;
const PASS_STEP_MS = 220;
const ADDRESS_MS = 150;
const ASK_MS = 250;
const NO_THOUGHTS = "This file has no thoughts in it; overtrick replay FILE --html OUT --thoughts writes one that has.";

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
/** @type {Map<number, Shown[]>} */
const unfolded = new Map();
const replay = {
  bundle: /** @type {Bundle} */ ({ matches: [] }),
  drawing: /** @type {Drawing} */ ({}),
  match: /** @type {Match} */ ({}), // the match that is shown, as data
  matchNumber: 0,
  matches: 0,
  frames: /** @type {Shown[]} */ ([]),
  frame: /** @type {Shown} */ ({}),
  seat: /** @type {number | null} */ (null), // whose view it is; null shows all hands
  playing: false,
  dialog: /** @type {string | null} */ (null),
  resultShown: true,
  thinking: false, // whether thoughts are shown
  asking: false,
  thought: /** @type {Thought | null} */ (null),
  noThoughts: "",
  timer: /** @type {number | undefined} */ (undefined),
  addressTimer: /** @type {number | undefined} */ (undefined),
  askTimer: /** @type {number | undefined} */ (undefined),
};

/**
 * Show a bundle of matches, all of one game.
 * @param {Bundle} bundle
 * @param {Drawing} drawing
 */
export function beginReplay(bundle, drawing) {
  Object.assign(replay, { bundle, drawing, matches: bundle.matches.length });
  document.addEventListener("keydown", pressed);
  // A link within the page, such as the one to the content, leads to no other step.
  addEventListener("hashchange", ({ newURL }) => {
    const { hash } = new URL(newURL); // the page may have written another address since
    if (/[#&](match|deal|step|seat)=/.test(hash)) goToAddress(hash);
  });
  goToAddress(location.hash);
  if (bundle.others) addOthers(bundle.others, bundle.matches[0]);
}

/**
 * Show what others did with these cards as soon as the site has told it; without that the page is as good.
 * @param {string} address
 * @param {Match} match
 */
async function addOthers(address, match) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  Object.assign(match, await answer.json());
  draw();
}

/** Say that the match that a tab had kept is not there any more. */
export function tellThatItIsGone() {
  const link = h("a", { href: "/replays" }, "Bring the file again");
  const words = h("p", null, "Only the tab in which you opened the file kept it. ", link, ".");
  render(place, h("main", { class: "page", id: "main" }, h("h1", null, "This match is gone"), words));
}

// Where one is

/** @param {number} number */
function goTo(number) {
  replay.frame = replay.frames[Math.max(0, Math.min(replay.frames.length - 1, number))];
  replay.resultShown = true;
  if (replay.frame.place === replay.frames.length - 1) replay.playing = false;
  clearTimeout(replay.timer);
  if (replay.playing) replay.timer = setTimeout(() => goTo(replay.frame.place + 1), lengthOfFrame(replay.frame));
  clearTimeout(replay.addressTimer);
  replay.addressTimer = setTimeout(writeAddress, ADDRESS_MS);
  lookForThought();
  draw();
}

/**
 * Go somewhere because somebody wants to: then it no longer plays by itself.
 * @param {number} number
 */
function stepTo(number) {
  replay.playing = false;
  goTo(number);
}

/** @param {number} number */
function showMatch(number) {
  const { matches } = replay.bundle;
  const chosen = Math.max(0, Math.min(matches.length - 1, number));
  const frames = unfolded.get(chosen) ?? unfold(matches[chosen]);
  unfolded.set(chosen, frames);
  Object.assign(replay, { match: matches[chosen], matchNumber: chosen, frames });
}

/** @param {string} hash */
function goToAddress(hash) {
  const { match, deal, step, seat } = readAddress(hash);
  showMatch(match - 1);
  replay.seat = seat !== null && seat < replay.match.names.length ? seat : null;
  stepTo(placeOfStep(deal, step));
}

/**
 * @param {number} deal
 * @param {number} step
 */
function placeOfStep(deal, step) {
  const { first, last } = replay.match.deals[Math.max(0, Math.min(replay.match.deals.length, deal) - 1)];
  return Math.min(first + step, last);
}

function writeAddress() {
  const { deal, step } = replay.frame;
  const address = addressOf({ match: replay.matchNumber + 1, deal, step, seat: replay.seat });
  if (location.hash !== address) history.replaceState(null, "", address);
}

/** @param {Shown} frame */
function lengthOfFrame(frame) {
  const scale = SPEEDS[settings.pace];
  if (!frame.scene.now) return DEAL_MS * scale;
  if (frame.action === "pass" || frame.lines.every(([, owner]) => owner !== undefined)) return PASS_STEP_MS * scale;
  return (frame.stop && frame.step > 0 ? STOP_MS : STEP_MS) * scale;
}

/**
 * @param {number} direction
 * @param {(frame: Shown) => boolean | undefined} stops
 */
function jump(direction, stops) {
  stepTo(nextStop(replay.frames, replay.frame.place, direction, stops));
}

const steps = {
  go: stepTo,
  first: () => stepTo(0),
  last: () => stepTo(replay.frames.length - 1),
  back: () => stepTo(replay.frame.place - 1),
  on: () => stepTo(replay.frame.place + 1),
  stopBack: () => jump(-1, ({ stop }) => stop),
  stopOn: () => jump(1, ({ stop }) => stop),
  dealBack: () => jump(-1, ({ step }) => step === 0),
  dealOn: () => jump(1, ({ step }) => step === 0),
  play() {
    replay.playing = !replay.playing && replay.frame.place < replay.frames.length - 1;
    goTo(replay.playing && replay.frame.step === 0 ? replay.frame.place + 1 : replay.frame.place);
  },
  /** @param {number} number */
  chooseMatch(number) {
    showMatch(number);
    stepTo(0);
  },
  chooseDeal: (/** @type {number} */ deal) => stepTo(placeOfStep(deal, 0)),
  /** @param {number | null} seat */
  chooseSeat(seat) {
    replay.seat = seat;
    goTo(replay.frame.place);
  },
  nextSeat() {
    const next = replay.seat === null ? 0 : replay.seat + 1;
    steps.chooseSeat(next < replay.match.names.length ? next : null);
  },
  thoughts() {
    replay.thinking = !replay.thinking;
    lookForThought();
    draw();
  },
  /** @param {string | null} name */
  show(name) {
    replay.dialog = name;
    draw();
  },
  toggleResult() {
    replay.resultShown = !replay.resultShown;
    draw();
  },
  /**
   * Return a way to another table of the same cards, if this page or the site has it.
   * @param {OtherTable} table
   * @param {number} deal
   * @param {number} step
   * @param {string} words
   */
  linkTo(table, deal, step, words) {
    const number = replay.bundle.matches.findIndex(({ key }) => key === table.key);
    const click = () => (showMatch(number), stepTo(placeOfStep(deal, step)));
    if (number >= 0) return h("button", { type: "button", class: "link", on: { click } }, words);
    const address = `/replay/${table.key}${addressOf({ match: 1, deal, step, seat: null })}`;
    return table.linked ? h("a", { href: address }, words) : null;
  },
  /**
   * Return what other tables did here for the first time otherwise.
   * @param {Shown} frame
   */
  parted(frame) {
    const deals = replay.match.others.map((table) => table.deals[frame.deal - 1]);
    const here = deals.filter((deal) => frame.step > 0 && deal?.alike && deal.parted === frame.step - 1);
    if (!here.length) return null;
    const parts = here.map(({ action }) => replay.drawing.actionWords(action ?? ""));
    const counted = [...new Set(parts)].map((words) => `${words} (${parts.filter((other) => other === words).length})`);
    return h("p", { key: "parted", class: "small" }, `Other tables with these cards did: ${counted.join(", ")}.`);
  },
};

// Thoughts

function lookForThought() {
  clearTimeout(replay.askTimer);
  replay.thought = null;
  replay.asking = false;
  if (!replay.thinking) return;
  const { match, frame, frames, seat } = replay;
  const next = frames[frame.place + 1];
  if (!next?.action || next.deal !== frame.deal || (seat !== null && next.seat !== seat)) return;
  const name = `${frame.deal}/${frame.step}`;
  replay.thought = match.thoughts[name] ?? null;
  if (replay.thought) return;
  const ask = replay.bundle.ask?.[replay.matchNumber] ?? null;
  replay.noThoughts = ask ? "" : NO_THOUGHTS;
  if (!ask) return;
  replay.asking = true;
  replay.askTimer = setTimeout(() => askForThought(ask, match, frame, name), ASK_MS);
}

/**
 * @param {{ address: string, form?: Record<string, string> }} ask
 * @param {Match} match
 * @param {Shown} frame
 * @param {string} name
 */
async function askForThought(ask, match, frame, name) {
  const isHere = () => replay.frame === frame;
  try {
    match.thoughts[name] = await fetchThought(ask, frame, place.dataset.formKey ?? "", isHere);
  } catch (error) {
    if (isHere() && error instanceof Error) replay.noThoughts = error.message;
  }
  if (!isHere()) return;
  replay.asking = false;
  replay.thought = match.thoughts[name] ?? null;
  draw();
}

// The page

function draw() {
  drawWithMotion(place, () => render(place, page()));
  const line = /** @type {HTMLElement | null} */ (document.querySelector('#log-lines [aria-current="step"]'));
  const box = document.getElementById("log-lines");
  if (line && box) {
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight - line.offsetHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }
  const open = /** @type {HTMLElement | null} */ (place.querySelector(".dialog"));
  const first = /** @type {HTMLElement | null} */ (place.querySelector(".dialog [data-first]"));
  if (open && !open.contains(document.activeElement)) (first ?? open).focus();
}

function page() {
  const { frame, frames, match, drawing, seat } = replay;
  const scene = sceneOf(frames, frame, seat, drawing.held);
  const spoken = `${placeWords(scene, frame)}. ${linesFor(frame, seat).join(" ")}`;
  const stop = drawing.stopWord(scene);
  const formKey = place.dataset.formKey ?? "";
  return [
    replayBar(`${match.title}: ${listed(match.names)}`, replay, formKey, steps),
    h(
      "div",
      { key: "play", class: "play" },
      h(
        "main",
        { key: "main", class: "table-side", id: "main" },
        h("div", { key: "stage", class: "stage" }, drawing.draw(scene, null, null), outcome(scene)),
        replayControls(replay, scene, stop, steps),
      ),
      h(
        "aside",
        { key: "side", class: "side", "aria-label": "Beside the table" },
        stepPanel(replay, drawing, steps, linePart(replay, formKey)),
        replay.thinking && thoughtsPanel(replay, scene, drawing, steps),
        !scene.now && !scene.places && dealPanel(scene),
        replayLog(replay, steps),
        drawing.side(scene),
        scorePad(scene, drawing),
        othersPanel(replay, drawing, steps),
        timesPanel(replay, steps),
        stderrPanel(replay),
      ),
    ),
    dialog(stop),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status" }, spoken),
  ];
}

/** @param {Scene} scene */
function dealPanel(scene) {
  const { drawing, match } = replay;
  if (scene.deals === 1 || match.deals[scene.deal - 1].forfeit !== null) return null;
  const title = `${drawing.dealWord} ${scene.deal}${scene.deals === null ? "" : ` of ${scene.deals}`}`;
  return h(
    "section",
    { key: "result", class: "panel", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title" }, title),
    drawing.result(scene),
  );
}

/** @param {Scene} scene */
function outcome(scene) {
  if (!scene.places) return null;
  const { match, drawing, resultShown } = replay;
  const words = resultShown ? "Show the table" : "Show the result";
  const button = h("button", { key: "toggle", type: "button", on: { click: steps.toggleResult } }, words);
  if (!resultShown) return h("div", { key: "outcome", class: "outcome small-outcome" }, button);
  const forfeited = match.deals.some(({ forfeit }) => forfeit !== null);
  const ended = `It ended by a fault: ${match.ending}.`;
  return h(
    "section",
    { key: "outcome", class: "outcome panel", "aria-labelledby": "outcome-title" },
    h("header", null, h("h2", { id: "outcome-title" }, "The match is over"), button),
    forfeited ? h("p", null, ended) : drawing.final(scene, match.regret?.plays ? reviewOf(match) : null),
  );
}

/** @param {Match} match */
function reviewOf({ regret, frames, totals, names }) {
  const acted = frames.filter((frame) => frame.action);
  const plays = acted.map(({ seat, action }, number) => {
    const trick = Math.floor(number / names.length) + 1;
    return { trick, seat, card: action, ...regret.plays[number] };
  });
  return { ...regret, plays, tricks: totals };
}

/** @param {string} stop */
function dialog(stop) {
  const name = replay.dialog;
  if (!name) return null;
  const close = () => steps.show(null);
  const [title, body] = name === "keys" ? ["Keys", keyList(replayKeys(stop))] : ["Settings", settingsFields()];
  return dialogBox({ key: name, title, body, buttons: doneButton(close), close });
}

// Keys

/** @type {Record<string, () => void>} */
const COMMANDS = {
  ArrowLeft: steps.back,
  ArrowRight: steps.on,
  "[": steps.stopBack,
  "]": steps.stopOn,
  "{": steps.dealBack,
  "}": steps.dealOn,
  Home: steps.first,
  End: steps.last,
  " ": steps.play,
  v: steps.nextSeat,
  t: steps.thoughts,
  "?": () => steps.show("keys"),
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  // Where brackets need AltGr, some systems also tell of Ctrl.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph")) return;
  if (event.key === "Escape" && replay.dialog) return steps.show(null);
  if (event.key === "Tab" && replay.dialog) return trapFocus(event, place.querySelector(".dialog"));
  const command = COMMANDS[event.key];
  if (!command || replay.dialog || (event.altKey && event.key.startsWith("Arrow"))) return;
  const target = event.target instanceof Element ? event.target : null;
  if (isTyping(event) && !target?.matches('[type="range"]')) return;
  if (event.key === " " && target?.closest("button, a, summary")) return;
  event.preventDefault();
  command();
}
