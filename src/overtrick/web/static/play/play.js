// A table to play at: what the server says is shown at a pace that can be followed, and what a person does is sent.
import { render } from "../site/render.js";
import { chooseSetting, settings } from "../site/settings.js";
import { keepResult, keptResults, ratingIn } from "../players/kept.js";
import { loadDrawing } from "../table/drawing.js";
import { offerOf } from "../table/hands.js";
import { drawWithMotion } from "../table/motion.js";
import { afterDrawing } from "./after.js";
import { comingsAndGoings } from "./arrivals.js";
import { connect } from "./connection.js";
import { framesOf, paced } from "./frames.js";
import { listenToKeys } from "./keys.js";
import { page, titleNow } from "./page.js";
import { keepTime, noteTime } from "./patience.js";
import { sound, wakeSounds } from "./sounds.js";
import { isMyTurn, play, sentence } from "./state.js";
import { talkOf } from "./talk.js";

const SAYING_MS = 4500;
const LONGEST_LOG = 300;
const HINT_MS = 5000;
const TWICE_MS = 400;
const place = /** @type {HTMLElement} */ (document.getElementById("table"));
/** @typedef {{ socket: string, title: string, look: string, module: string, sheet: string, instead: string }} Given */
const given = /** @type {Given} */ (/** @type {unknown} */ (place.dataset));
const drawing = await loadDrawing(JSON.parse(given.look), given);

const line = connect(given.socket, { heard, changed: lineChanged });
const queue = paced(showFrame);
const talk = talkOf(() => draw());

/** @type {Actions} */
const actions = {
  act(action) {
    if (!play.latest) return;
    const { step } = play.latest.scene;
    const { clock, live } = play.latest.table;
    if (play.sent === step && !clock && !live) return; // a second click on the same card
    if (live && isTwice(action)) return;
    play.sent = step;
    play.wanted = { action, at: performance.now() };
    play.hint = null;
    say("");
    send({ do: "act", action, step });
    if (!queue.waiting) queue.skip();
  },
  /**
   * Choose a card before the turn, or none any more. Nobody is told: it is sent when the turn comes.
   * @param {string} card
   * @param {string} key
   */
  plan(card, key) {
    if (performance.now() - play.wanted.at < TWICE_MS) return; // a double click on the card that was played
    play.planned = play.planned?.key === key ? null : { card, key, deal: play.latest?.scene.deal ?? 0 };
    play.spoken = play.planned ? plannedWords() : "Nothing is chosen any more.";
    draw();
  },
  get planned() {
    return play.planned?.key ?? null;
  },
  explain: (words) => say(words && sentence(words)),
  hint() {
    if (!play.latest?.table.may.hint) return;
    play.hint = { waiting: true };
    send({ do: "hint" });
    draw();
  },
  back: () => play.latest?.table.may.back && send({ do: "back" }),
  redo: () => play.latest?.table.may.redo && send({ do: "redo" }),
  lift: () => send({ do: "lift" }),
  open() {
    play.openHands = !play.openHands;
    closeMenu();
    draw();
  },
  begin() {
    play.dialog = null;
    send({ do: "begin" });
    draw();
  },
  start: () => send({ do: "start" }),
  pause: () => send({ do: "pause" }),
  again: () => send({ do: "again" }),
  /** @param {string} word */
  say: (word, more = {}) => send({ do: word, ...more }),
  leave() {
    play.dialog = null;
    play.left = true;
    send({ do: "leave" });
  },
  /** @param {string | null} name */
  show(name) {
    play.dialog = name;
    closeMenu();
    draw();
    if (!name) found(".menu summary")?.focus({ preventScroll: true });
  },
  goOn() {
    const { live } = play.latest?.table ?? {};
    if (play.frame?.result && live && !live.running) actions.start();
    queue.skip();
  },
  escape() {
    drawing.forget();
    closeMenu();
    play.planned = null;
    play.hint = null;
    if (play.dialog) return actions.show(null);
    if (play.side) return actions.side();
    if (play.frame?.scene.places) play.resultClosed = true;
    draw();
  },
  closeResult() {
    play.resultClosed = true;
    draw();
  },
  openResult() {
    play.resultClosed = false;
    draw();
  },
  /** @param {string} text */
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      say("The address is copied.");
    } catch {
      say("Please copy the address by hand.");
    }
  },
  sounds() {
    chooseSetting("sounds", settings.sounds === "on" ? "off" : "on");
    sound("card");
    draw();
  },
  /** Show or hide what stands beside the table, where it has no room of its own. */
  side() {
    play.side = !play.side;
    draw();
    found(play.side ? "#side" : ".side-switch")?.focus({ preventScroll: true });
  },
  redraw: () => draw(),
  get live() {
    return play.latest?.table.live;
  },
  get saying() {
    return play.saying || plannedWords();
  },
  get odds() {
    return play.odds;
  },
};

/**
 * Return whether the same was wanted just now: a double click, where an action does not wait for a turn.
 * @param {string} action
 */
function isTwice(action) {
  const twice = play.wanted.action === action && performance.now() - play.wanted.at < TWICE_MS;
  play.wanted = { action, at: performance.now() };
  return twice;
}

/** @param {object} words */
function send(words) {
  if (!line.send(words)) say("There is no connection just now; please try again in a moment.");
}

/** @param {string} words */
function say(words) {
  clearTimeout(play.sayingTimer);
  play.saying = words;
  play.wished = false;
  if (words) play.sayingTimer = setTimeout(() => say(""), SAYING_MS);
  if (words) play.spoken = words;
  draw();
}

// What the server says

/** @param {any} message */
function heard(message) {
  if (message.bye) goodbye(message.bye);
  if (message.go) location.assign(message.go);
  if (message.refused) play.hint = play.hint?.waiting ? null : play.hint;
  if (message.refused) play.sent = null;
  if (message.refused) say(sentence(message.refused));
  if (message.refused) talk.giveBack(place);
  if (message.wish) say(message.doubt ? `${message.wish}: ${message.doubt}.` : `At the next tick: ${message.wish}.`);
  if (message.wish) play.wished = true;
  // In a market that runs every moment is another: what was true a moment ago is told, and stays to be read.
  const live = Boolean(play.latest?.table.live);
  if (message.hint && (message.step === play.latest?.scene.step || (live && play.hint?.waiting))) {
    play.hint = { ...message.hint, until: live ? performance.now() + HINT_MS : 0 };
    play.spoken = `Hint: ${message.hint.sentence}`;
  }
  if (message.noted) say(message.noted);
  if (message.result) heardResult(message.result);
  if (message.line) play.spoken = talk.add(message.line);
  if (message.lines) talk.begin(message);
  if (message.review) play.review = message.review;
  if (message.odds) play.odds = message.odds;
  if (message.scene) heardScene(message);
  else draw();
}

/** @param {string} reason */
function goodbye(reason) {
  // Whoever left comes back by the address alone; after trouble with the table the line opens again by itself.
  if (play.left || !play.latest) {
    play.bye = reason;
    line.stop();
  } else say(sentence(reason));
}

/** @param {Message} message */
function heardScene(message) {
  const before = play.latest;
  play.latest = message;
  noteTime(message);
  const { scene, table } = message;
  const news = before ? comingsAndGoings(before.table, table) : [];
  if (table.time?.nudged && !before?.table.time?.nudged && table.mine.includes(table.time.seat)) nudged();
  // A host who wants to invite somebody needs the address first of all.
  if (!before && table.invite && table.waiting) play.dialog = "invite";
  if (before?.table.chat !== table.chat && !table.chat) talk.forget();
  if (scene.places && table.mine.length === 1 && !play.result && !play.asked) {
    play.asked = true;
    send({ do: "result", ...ratingIn(scene.game, keptResults()) });
  }
  if (play.dialog === "invite" && !table.invite) play.dialog = null; // all seats are taken
  if (play.wished && !Object.values(table.wish ?? {}).some(Boolean)) say(""); // the tick has happened
  if (before && scene.step !== before.scene.step && !staysToBeRead(table)) play.hint = null;
  if (message.log && !play.log.length) for (const text of message.log) addLine(text);
  if (!scene.places) play.resultClosed = false;
  if (!before || scene.step < before.scene.step || message.log) {
    queue.clear();
    if (before && scene.step < before.scene.step) takenBack(scene.step);
    const quiet = before || message.log; // it was said before
    queue.add(framesOf(message, null, drawing).map((frame) => ({ ...frame, news, said: quiet ? [] : frame.said })));
  } else if (scene.step === before.scene.step) {
    // Nothing was played: somebody came or went, the clock started, a curtain was lifted.
    const same = { ...message, ms: 0, news, said: [] };
    if (queue.waiting || play.frame?.scene.step !== before.scene.step || play.frame.result) queue.add([same]);
    else showFrame(same);
  } else {
    const [first, ...rest] = framesOf(message, before.scene, drawing, Boolean(before.table.live));
    queue.add([{ ...first, news }, ...rest]);
  }
}

/** @param {Message["table"]} table */
function staysToBeRead(table) {
  return table.live && play.hint && (play.hint.waiting || performance.now() < play.hint.until);
}

/** @param {Result} result */
function heardResult(result) {
  if (!result.kept) keepResult({ ...result, moment: Date.now() });
  play.result = result;
}

function nudged() {
  sound("hurry");
  say("It is your turn: the others wait for you.");
}

/** @param {boolean} isOpen */
function lineChanged(isOpen) {
  play.sent = null;
  play.open = isOpen;
  draw();
}

// What is shown

/** @param {Frame} frame */
function showFrame(frame) {
  const before = play.frame;
  play.frame = frame;
  play.lesson = frame.table.lesson ?? null;
  const news = frame.news ?? [];
  for (const text of news) addLine(text);
  const { now } = frame.scene;
  const opening = now?.last.length === 0 && !now.has_bid?.length; // a hidden bid does not show what happened last
  for (const text of frame.said) addLine(text, opening);
  const words = [...news, ...frame.said];
  if (words.length) play.spoken = words.join(" ");
  soundFrame(frame, before);
  playPlanned(frame);
  if (turnBegins(frame, before)) play.spoken += ` ${drawing.turnWords(frame.scene)}`;
  draw();
}

/**
 * @param {Frame} frame
 * @param {Frame | null} before
 */
function turnBegins(frame, before) {
  return isMyTurn(frame) && !(before && isMyTurn(before) && before.scene.step === frame.scene.step);
}

/**
 * @param {Frame} frame
 * @param {Frame | null} before
 */
function soundFrame(frame, before) {
  const { scene, table } = frame;
  if (!before || frame.result) return;
  if (scene.places) return before.scene.places ? undefined : sound("end");
  if (scene.step > before.scene.step || scene.deal !== before.scene.deal) sound(drawing.soundOf(scene, before.scene));
  if (turnBegins(frame, before) && !table.live && !play.planned) sound("turn");
}

/**
 * Play the card that was chosen before, if it is the turn now and the card may be played.
 * @param {Frame} frame
 */
function playPlanned({ scene, ...frame }) {
  const { planned, latest } = play;
  if (!planned || !latest) return;
  const own = scene.seat === null ? null : (scene.now?.plain?.hands ?? scene.now?.state.hands)?.[scene.seat];
  if (scene.deal !== planned.deal || !own?.includes(planned.card)) play.planned = null;
  if (!play.planned || !scene.now?.legal || !isMyTurn({ scene, ...frame }) || scene.step !== latest.scene.step) return;
  play.planned = null;
  const action = offerOf([planned.card], scene.now).actions.get(planned.card);
  if (action) return actions.act?.(action);
  const reason = scene.now.refused?.[planned.card];
  say(`Not played: ${drawing.deck.words(planned.card)}. ${reason ? sentence(reason) : ""}`);
}

function plannedWords() {
  if (!play.planned) return "";
  return `At your turn: ${drawing.deck.words(play.planned.card)}. A second click or Esc takes it back.`;
}

/** @param {string} text */
function addLine(text, head = false) {
  play.count += 1;
  const step = play.frame?.scene.step ?? 0;
  play.log = [...play.log.slice(-LONGEST_LOG), { key: play.count, text, head, step }];
}

/** @param {number} step */
function takenBack(step) {
  play.planned = null;
  play.sent = null; // the step comes again, and so may its action
  // What was seen stays in the log, but marked.
  play.log = play.log.map((one) => (one.step > step ? { ...one, undone: true } : one));
  addLine("Taken back.");
}

function draw() {
  const name = play.frame && isMyTurn(play.frame) ? "Your turn" : null;
  place.dataset.pointsAt = play.lesson?.look.join(" ") ?? "";
  document.title = [name, titleNow(given.title), "overtrick"].filter(Boolean).join(" · ");
  drawWithMotion(place, () => render(place, page({ title: given.title, drawing, actions, talk, queue })));
  afterDrawing(place);
}

/**
 * @param {string} what
 * @returns {HTMLElement | null}
 */
function found(what) {
  return place.querySelector(what);
}

function closeMenu() {
  found(".menu[open]")?.removeAttribute("open");
}

wakeSounds();
listenToKeys(place, play, actions, drawing);
keepTime(
  place,
  () => play.latest?.table,
  () => say("Hurry, or a bot plays this move."),
);
document.addEventListener("visibilitychange", () => {
  const { live } = play.latest?.table ?? {};
  if (document.hidden && live?.running && live.may_pause && play.latest?.table.mine.length) actions.pause();
});
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element && event.target.closest(".menu"))) closeMenu();
});
draw();
