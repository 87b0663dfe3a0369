// A match to look at again: step by step, by keys or clicks, with all hands or as one seat saw it.
import { actionName } from "../cards/cards.js";
import { drawTable } from "../table/draw.js";
import { figgieSide } from "../games/figgie/table.js";
import { finalResult } from "../table/final.js";
import { isTyping } from "../table/keyboard.js";
import { dialogBox } from "../play/menu.js";
import { drawWithMotion } from "../table/motion.js";
import { roundResult, scorePad } from "../table/panels.js";
import { h, render } from "../site/render.js";
import { REPLAY_KEYS, placeWords, replayControls } from "./controls.js";
import { addressOf, nextStop, readAddress, sceneOf, unfold } from "./frames.js";
import { downloadBrought, readBundle } from "./kept.js";
import { linesFor, othersPanel, replayLog, stepPanel, stderrPanel, thoughtsPanel, timesPanel } from "./panels.js";
import { settings, settingsFields } from "../site/settings.js";

const GAME_TITLES = { wizard: "Wizard", duel: "The duel", figgie: "Figgie" };
const SPEEDS = { calm: 1, quick: 0.45, once: 0.12 };
const STEP_MS = 900;
const STOP_MS = 1700;
const DEAL_MS = 3600;
const PASS_STEP_MS = 220;
const ADDRESS_MS = 150;
const ASK_MS = 250;

const replayPlace = document.getElementById("replay");
const bundle = readBundle();
const unfolded = new Map();

const replay = {
  match: null, // the match that is shown, as data
  matchNumber: 0,
  matches: bundle?.matches.length,
  frames: [],
  frame: null,
  seat: null, // whose view it is; null shows all hands
  playing: false,
  dialog: null,
  resultShown: true,
  thinking: false, // whether thoughts are shown
  asking: false,
  thought: null,
  noThoughts: "",
};

// Where one is

function goTo(place) {
  replay.frame = replay.frames[Math.max(0, Math.min(replay.frames.length - 1, place))];
  replay.resultShown = true;
  if (replay.frame.place === replay.frames.length - 1) replay.playing = false;
  clearTimeout(replay.timer);
  if (replay.playing) replay.timer = setTimeout(() => goTo(replay.frame.place + 1), lengthOfFrame(replay.frame));
  clearTimeout(replay.addressTimer);
  replay.addressTimer = setTimeout(writeAddress, ADDRESS_MS);
  lookForThought();
  drawReplay();
}

/** Go somewhere because somebody wants to: then it no longer plays by itself. */
function stepTo(place) {
  replay.playing = false;
  goTo(place);
}

function showMatch(number) {
  const place = Math.max(0, Math.min(bundle.matches.length - 1, number));
  if (!unfolded.has(place)) unfolded.set(place, unfold(bundle.matches[place]));
  replay.match = bundle.matches[place];
  replay.matchNumber = place;
  replay.frames = unfolded.get(place);
}

function goToAddress() {
  const { match, deal, step, seat } = readAddress();
  showMatch(match - 1);
  replay.seat = seat !== null && seat < replay.match.names.length ? seat : null;
  stepTo(placeOfStep(deal, step));
}

function placeOfStep(deal, step) {
  const { first, last } = replay.match.deals[Math.max(0, Math.min(replay.match.deals.length, deal) - 1)];
  return Math.min(first + step, last);
}

function writeAddress() {
  const { deal, step } = replay.frame;
  const address = addressOf({ match: replay.matchNumber + 1, deal, step, seat: replay.seat });
  if (location.hash !== address) history.replaceState(null, "", address);
}

function lengthOfFrame(frame) {
  const scale = SPEEDS[settings.pace];
  if (!frame.scene.now) return DEAL_MS * scale;
  if (frame.action === "pass" || frame.lines.every(([, owner]) => owner !== undefined)) return PASS_STEP_MS * scale;
  return (frame.stop && frame.step > 0 ? STOP_MS : STEP_MS) * scale;
}

const steps = {
  go: stepTo,
  first: () => stepTo(0),
  last: () => stepTo(replay.frames.length - 1),
  back: () => stepTo(replay.frame.place - 1),
  on: () => stepTo(replay.frame.place + 1),
  stopBack: () => stepTo(nextStop(replay.frames, replay.frame.place, -1, (frame) => frame.stop)),
  stopOn: () => stepTo(nextStop(replay.frames, replay.frame.place, 1, (frame) => frame.stop)),
  dealBack: () => stepTo(nextStop(replay.frames, replay.frame.place, -1, (frame) => frame.step === 0)),
  dealOn: () => stepTo(nextStop(replay.frames, replay.frame.place, 1, (frame) => frame.step === 0)),
  play() {
    replay.playing = !replay.playing && replay.frame.place < replay.frames.length - 1;
    goTo(replay.playing && replay.frame.step === 0 ? replay.frame.place + 1 : replay.frame.place);
  },
  chooseMatch(number) {
    showMatch(number);
    stepTo(0);
  },
  chooseDeal: (deal) => stepTo(placeOfStep(deal, 0)),
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
    drawReplay();
  },
  show(name) {
    replay.dialog = name;
    drawReplay();
  },
  toggleResult() {
    replay.resultShown = !replay.resultShown;
    drawReplay();
  },
  /** Return a way to another table of the same cards, if this page or the site has it. */
  linkTo(table, deal, step, words) {
    const number = bundle.matches.findIndex(({ key }) => key === table.key);
    if (number >= 0) return h("button", { type: "button", class: "link", on: { click: () => (showMatch(number), stepTo(placeOfStep(deal, step))) } }, words);
    return table.linked ? h("a", { href: `/replay/${table.key}${addressOf({ match: 1, deal, step, seat: null })}` }, words) : null;
  },
  /** Return the tables that did something else here for the first time. */
  parted(frame) {
    const others = replay.match.others.filter(({ deals }) => frame.step > 0 && deals[frame.deal - 1]?.alike && deals[frame.deal - 1].parted === frame.step - 1);
    if (!others.length) return null;
    const parts = others.map((table) => actionName(replay.match.game, table.deals[frame.deal - 1].action));
    const counted = [...new Set(parts)].map((action) => `${action} (${parts.filter((other) => other === action).length})`);
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
  const ask = bundle.ask?.[replay.matchNumber] ?? null;
  replay.noThoughts = ask ? "" : "This file has no thoughts in it; overtrick replay FILE --html OUT --thoughts writes one that has.";
  if (!ask) return;
  replay.asking = true;
  replay.askTimer = setTimeout(() => askForThought(ask, match, frame, name), ASK_MS);
}

async function askForThought(ask, match, frame, name) {
  try {
    match.thoughts[name] = await fetchThought(ask, frame);
  } catch (error) {
    if (replay.frame === frame) replay.noThoughts = error.message;
  }
  if (replay.frame !== frame) return;
  replay.asking = false;
  replay.thought = match.thoughts[name] ?? null;
  drawReplay();
}

async function fetchThought(ask, frame, tries = 3) {
  const where = new URLSearchParams({ deal: frame.deal, step: frame.step });
  let answer;
  try {
    if (ask.form) {
      const form = new FormData();
      form.append("_csrf_token", replayPlace.dataset.formKey);
      for (const [field, value] of [...Object.entries(ask.form), ...where]) form.append(field, value);
      answer = await fetch(ask.address, { method: "POST", body: form });
    } else answer = await fetch(`${ask.address}?${where}`);
  } catch {
    throw new Error("The site does not answer just now.");
  }
  const told = await answer.json().catch(() => ({}));
  // The first thought may take long, as the strong player is compiled; it goes on meanwhile.
  if (answer.status === 503 && tries > 1 && replay.frame === frame) return fetchThought(ask, frame, tries - 1);
  if (!answer.ok) throw new Error(told.sentence ?? "The strong player has no answer just now.");
  return told;
}

// The page

function drawReplay() {
  drawWithMotion(replayPlace, () => render(replayPlace, replayPage()));
  const line = document.querySelector('#log-lines [aria-current="step"]');
  const box = document.getElementById("log-lines");
  if (line && box) {
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight - line.offsetHeight) box.scrollTop = top - box.clientHeight / 2;
  }
  const open = replayPlace.querySelector(".dialog");
  if (open && !open.contains(document.activeElement)) (open.querySelector("[data-first]") ?? open).focus();
}

function replayPage() {
  const { frame, match } = replay;
  const scene = sceneOf(frame, replay.seat);
  const title = `${GAME_TITLES[match.game] ?? match.game}: ${match.names.slice(0, -1).join(", ")} and ${match.names.at(-1)}`;
  return [
    replayBar(title),
    h(
      "div",
      { key: "play", class: "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, h("div", { key: "stage", class: "stage" }, stage(scene), outcome(scene)), replayControls({ ...replay, match: replay.matchNumber }, scene, steps)),
      h(
        "aside",
        { key: "side", class: "side", "aria-label": "Beside the table" },
        stepPanel(replay, steps),
        replay.thinking && thoughtsPanel(replay, scene, steps),
        !scene.now && !scene.places && dealPanel(scene),
        replayLog(replay, steps),
        scene.game === "figgie" && figgieSide(scene),
        scorePad(scene),
        othersPanel(replay, steps),
        timesPanel(replay, steps),
        stderrPanel(replay),
      ),
    ),
    replayDialog(),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status" }, `${placeWords(scene, frame)}. ${linesFor(frame, replay.seat).join(" ")}`),
  ];
}

function replayBar(title) {
  const brand = [h("span", { "aria-hidden": "true", class: "mark" }), h("span", { class: "brand-name" }, "overtrick")];
  return h(
    "header",
    { key: "bar", class: "bar" },
    bundle.home ? h("a", { class: "brand", href: bundle.home, title: "To the start page" }, brand) : h("span", { class: "brand" }, brand),
    h("h1", { class: "bar-title" }, title),
    h(
      "div",
      { class: "bar-tools", role: "group", "aria-label": "Tools" },
      h("button", { key: "thoughts", type: "button", "aria-pressed": replay.thinking ? "true" : "false", title: "What the strong player thinks (t)", on: { click: steps.thoughts } }, "Thoughts"),
      bundle.file && h("a", { key: "file", class: "button", href: bundle.file, download: "", title: "One file that opens offline" }, "Download"),
      bundle.brought && h("button", { key: "file", type: "button", title: "One file that opens offline", on: { click: () => downloadBrought(bundle, replay.matchNumber + 1, replayPlace.dataset.formKey) } }, "Download"),
      bundle.list && h("a", { key: "list", class: "button wide-only", href: bundle.list }, "Replays"),
      h("button", { key: "settings", type: "button", on: { click: () => steps.show("settings") } }, "Settings"),
      h("button", { key: "keys", type: "button", class: "wide-only", title: "Keys (?)", on: { click: () => steps.show("keys") } }, "Keys"),
    ),
  );
}

function stage(scene) {
  if (GAME_TITLES[scene.game]) return drawTable(scene, null, null);
  // A game from elsewhere has no drawing of ours; its state explains itself.
  const facts = Object.entries((scene.now ?? scene.ended).state).map(([name, value]) => h("div", { key: name }, h("dt", null, name.replaceAll("_", " ")), h("dd", null, plainValue(scene, value))));
  return h("section", { key: "felt", class: "panel plain-state", "aria-label": "Table" }, h("dl", null, facts));
}

function plainValue(scene, value) {
  if (Array.isArray(value) && value.length === scene.seats) return h("ul", null, value.map((part, seat) => h("li", { key: seat }, h("bdi", null, scene.names[seat]), `: ${plainWords(part)}`)));
  return plainWords(value);
}

function plainWords(value) {
  if (Array.isArray(value)) return value.map(plainWords).join(" ") || "–";
  if (value === null || value === "") return "–";
  return typeof value === "object" ? Object.entries(value).map(([name, part]) => `${name} ${plainWords(part)}`).join(", ") : String(value);
}

function dealPanel(scene) {
  if (scene.game !== "wizard" || replay.match.deals[scene.deal - 1].forfeit !== null) return null;
  return h("section", { key: "result", class: "panel", "aria-labelledby": "result-title" }, h("h2", { id: "result-title" }, `Round ${scene.deal} of ${scene.deals}`), roundResult(scene));
}

function outcome(scene) {
  if (!scene.places || !GAME_TITLES[scene.game]) return null;
  const button = h("button", { key: "toggle", type: "button", on: { click: steps.toggleResult } }, replay.resultShown ? "Show the table" : "Show the result");
  if (!replay.resultShown) return h("div", { key: "outcome", class: "outcome small-outcome" }, button);
  const forfeited = replay.match.deals.some(({ forfeit }) => forfeit !== null);
  const review = replay.match.regret?.plays ? reviewOf(replay.match) : null;
  return h(
    "section",
    { key: "outcome", class: "outcome panel", "aria-labelledby": "outcome-title" },
    h("header", null, h("h2", { id: "outcome-title" }, "The match is over"), button),
    forfeited ? h("p", null, `It ended by a fault: ${replay.match.ending}.`) : finalResult(scene, review),
  );
}

function reviewOf({ regret, frames, totals }) {
  const plays = frames.filter((frame) => frame.action).map((frame, number) => ({ trick: Math.floor(number / 2) + 1, seat: frame.seat, card: frame.action, ...regret.plays[number] }));
  return { ...regret, plays, tricks: totals };
}

function replayDialog() {
  if (!replay.dialog) return null;
  const close = () => steps.show(null);
  const done = h("button", { key: "done", type: "button", class: "primary", "data-first": "", on: { click: close } }, "Done");
  const keys = REPLAY_KEYS.map(([names, words]) => h("div", { key: names }, h("dt", null, names.split(" ").map((name) => [h("kbd", { key: name }, name), " "])), h("dd", null, words)));
  const body = replay.dialog === "keys" ? h("dl", { class: "keys" }, keys) : settingsFields();
  return dialogBox({ key: replay.dialog, title: replay.dialog === "keys" ? "Keys" : "Settings", body, buttons: done, close });
}

// Keys

const REPLAY_COMMANDS = {
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

function replayKey(event) {
  // Where brackets need AltGr, some systems also tell of Ctrl.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph")) return;
  if (event.key === "Escape" && replay.dialog) return steps.show(null);
  if (event.key === "Tab" && replay.dialog) return keepFocus(event);
  const command = REPLAY_COMMANDS[event.key];
  if (!command || replay.dialog || (event.altKey && event.key.startsWith("Arrow"))) return;
  if (isTyping(event) && event.target.type !== "range") return;
  if (event.key === " " && event.target.closest("button, a, summary")) return;
  event.preventDefault();
  command();
}

function keepFocus(event) {
  const items = [...replayPlace.querySelectorAll(".dialog button, .dialog select")];
  const edge = event.shiftKey ? items[0] : items.at(-1);
  if (document.activeElement !== edge && items.includes(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? items.at(-1) : items[0]).focus();
}

function beginReplay() {
  document.addEventListener("keydown", replayKey);
  // A link within the page, such as the one to the content, leads to no other step.
  window.addEventListener("hashchange", () => /[#&](match|deal|step|seat)=/.test(location.hash) && goToAddress());
  goToAddress();
}

function tellThatItIsGone() {
  const link = h("a", { href: "/replays" }, "Bring the file again");
  render(replayPlace, h("main", { class: "page", id: "main" }, h("h1", null, "This match is gone"), h("p", null, "Only the tab in which you opened the file kept it. ", link, ".")));
}

if (bundle) beginReplay();
else tellThatItIsGone();
