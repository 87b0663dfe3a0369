// A table to play at: what the server says is shown at a pace that can be followed, and what a person does is sent.
import { h, keyOf, render } from "../site/render.js";
import { chooseSetting, settings } from "../site/settings.js";
import { keepResult, keptResults, ratingIn } from "../players/kept.js";
import { loadDrawing } from "../table/drawing.js";
import { offerOf } from "../table/hands.js";
import { refreshRoving } from "../table/keyboard.js";
import { drawWithMotion } from "../table/motion.js";
import { scorePad } from "../table/pad.js";
import { hintPanel, logPanel } from "../table/panels.js";
import { isMine } from "../table/scene.js";
import { comingsAndGoings, titleOf, watchers } from "./arrivals.js";
import { connect } from "./connection.js";
import { curtainDialog, dealDialog, finalDialog } from "./dialogs.js";
import { cardsInTheAir } from "./finish.js";
import { framesOf, paced } from "./frames.js";
import { markHint } from "./hint_mark.js";
import { listenToKeys } from "./keys.js";
import { lessonPanel } from "./lesson.js";
import { menuDialog, topBar, waitingLine } from "./menu.js";
import { keepTime, noteTime, takenLine, waitingTools } from "./patience.js";
import { sound, wakeSounds } from "./sounds.js";
import { talkOf } from "./talk.js";
import { triedPanel } from "./tried.js";

const SAYING_MS = 4500;
const LONGEST_LOG = 300;
const HINT_MS = 5000;
const TWICE_MS = 400;
const place = /** @type {HTMLElement} */ (document.getElementById("table"));
/** @typedef {{ socket: string, title: string, look: string, module: string, sheet: string, instead: string }} Given */
const given = /** @type {Given} */ (/** @type {unknown} */ (place.dataset));
const drawing = await loadDrawing(JSON.parse(given.look), given);

const play = {
  latest: /** @type {Message | null} */ (null), // the newest message
  frame: /** @type {Frame | null} */ (null), // what is shown
  log: /** @type {{ key: number, text: string, head: boolean, step: number, undone?: boolean }[]} */ ([]),
  count: 0,
  spoken: "",
  lesson: /** @type {Lesson | null} */ (null),
  hint: /** @type {any} */ (null),
  saying: "",
  sayingTimer: /** @type {number | undefined} */ (undefined),
  wished: false, // what is said is about the next tick
  dialog: /** @type {string | null} */ (null),
  review: /** @type {any} */ (null),
  odds: null,
  result: /** @type {Result | null} */ (null), // how it ended for who plays here
  asked: false, // for that
  resultClosed: false,
  open: false, // the line to the server
  sent: /** @type {number | null} */ (null), // the step for which an action is on its way
  planned: /** @type {{ card: string, key: string, deal: number } | null} */ (null), // to be played at one's turn
  wanted: { action: "", at: -Infinity }, // the latest action where time runs
  byKeys: false, // whether the latest input came from the keyboard
  openHands: false, // where they may be seen
  side: false, // whether what stands beside the table is shown over it
  left: false, // the person wants to go
  bye: "",
  // What was there after the latest drawing: a dialog, and the last lines of what happened and of what was said
  drawn: {
    box: /** @type {Key | null} */ (null),
    lines: /** @type {Element | null} */ (null),
    said: /** @type {Element | null} */ (null),
  },
};

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

/** @param {Frame} frame */
function isMyTurn({ scene, table, waits }) {
  return !waits && !table.waiting && isMine(scene) && !scene.now?.held;
}

function draw() {
  const name = play.frame && isMyTurn(play.frame) ? "Your turn" : null;
  place.dataset.pointsAt = play.lesson?.look.join(" ") ?? "";
  document.title = [name, titleNow(), "overtrick"].filter(Boolean).join(" · ");
  drawWithMotion(place, () => render(place, page()));
  afterDrawing();
}

function titleNow() {
  return play.latest ? titleOf(given.title, play.latest.scene.names) : given.title;
}

function page() {
  const { frame, latest } = play;
  if (!frame || !latest)
    return [
      topBar(given.title, null, false, actions),
      h("main", { key: "main", id: "main" }, h("p", { class: "loading" }, play.bye || "Connecting to the table…")),
    ];
  // The curtain belongs to the moment that is shown, all else about the table to the newest.
  const shown = {
    ...frame,
    table: {
      ...latest.table,
      bubbles: talk.bubbles(),
      curtain: frame.table.curtain,
      open: play.openHands,
    },
  };
  const scene = opened(frame);
  const idle = shown.table.curtain !== null || shown.table.may.return; // behind a curtain, or a bot has the seat
  const table = idle ? { ...shown.table, mine: [] } : shown.table;
  const inTurn = table.mine.length === 1 && !table.clock && !table.live && !play.bye; // so one may choose early
  /** @type {Actions} */
  const acting = { ...actions, act: table.mine.length && !table.waiting ? actions.act : null };
  if (!inTurn || table.waiting || scene.places) acting.plan = null;
  return [
    topBar(titleNow(), shown, play.side, actions),
    lessonPanel(latest.table.lesson ? play.lesson : null, actions),
    notices(shown),
    h(
      "div",
      { key: "play", class: hasCompany(shown.table) ? "play together" : "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, drawing.draw(scene, table, acting)),
      hintPanel(play.hint, drawing, () => ((play.hint = null), draw())),
      h(
        "aside",
        {
          key: "side",
          id: "side",
          class: play.side ? "side shown" : "side",
          "aria-label": "Beside the table",
          tabindex: -1,
        },
        triedPanel(shown.table, drawing),
        logPanel(play.log),
        drawing.side(scene),
        scorePad(scene, drawing),
        talk.panel(shown.table, actions),
      ),
      tableFoot(shown),
    ),
    dialog(shown),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status", id: "live" }, play.spoken),
  ];
}

/**
 * Return whether others sit here, or may, so that what is said below the table has to be in sight.
 * @param {Table} table
 */
function hasCompany({ chairs, mine }) {
  return chairs.some(({ person, open }, seat) => (person || open) && !mine.includes(seat));
}

/** @param {Frame} frame */
function tableFoot(frame) {
  return h(
    "section",
    { key: "foot", class: "table-foot", "aria-label": "Who waits and who watches" },
    watchers(frame),
    waitingTools(frame, actions),
  );
}

/**
 * Return what is to be known before anything else, over the upper edge of the table, so that nothing moves.
 * @param {Frame} frame
 */
function notices({ scene, table }) {
  const lost = "The connection is lost. Trying again… Nothing of the game is lost.";
  return h(
    "div",
    { key: "notices", class: "notices" },
    !play.open && !play.bye && h("p", { key: "line", class: "notice", role: "alert" }, lost),
    play.bye && byeLine(),
    table.waiting && waitingLine(table, actions),
    !play.bye && takenLine(table, actions),
    scene.places && play.resultClosed && resultLine(),
  );
}

function byeLine() {
  return h(
    "p",
    { key: "bye", class: "notice" },
    sentence(play.bye),
    " ",
    h("a", { href: location.pathname }, "Come back"),
    " or go to the ",
    h("a", { href: "/" }, "start page"),
    ".",
  );
}

function resultLine() {
  const button = h("button", { type: "button", on: { click: actions.openResult } }, "Show the result");
  return h("div", { key: "result", class: "notice waiting" }, h("span", null, "The match is over."), button);
}

/**
 * @param {Frame} frame
 * @returns {Scene}
 */
function opened({ scene, hands }) {
  const { now } = scene;
  if (!play.openHands || !hands || !now) return scene;
  const plain = now.plain && { ...now.plain, hands };
  return { ...scene, now: { ...now, plain, state: { ...now.state, hands } } };
}

/** @param {Frame} frame */
function dialog(frame) {
  const { scene, table } = frame;
  if (play.dialog) return menuDialog(play.dialog, frame, drawing, actions);
  if (frame.result) return dealDialog(frame.result, table, drawing, actions);
  if (scene.places && !play.resultClosed)
    return [finalDialog(frame, play.review, drawing, actions, play.result), cardsInTheAir()];
  if (table.curtain !== null && !play.bye && !queue.waiting) return curtainDialog(scene, table.curtain, actions);
  return null;
}

/** @param {string} words */
function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// Focus

/**
 * @param {string} what
 * @returns {HTMLElement | null}
 */
function found(what) {
  return place.querySelector(what);
}

function afterDrawing() {
  markHint(place, play.hint);
  refreshRoving(place);
  const box = found(".dialog");
  const open = keyOf(box);
  if (box && open !== play.drawn.box) (found(".dialog [data-first]") ?? box).focus({ preventScroll: true });
  const [log, talked] = ["log-lines", "talk-lines"].map((id) => document.getElementById(id));
  const [lines, said] = [log, talked].map((list) => list?.lastElementChild ?? null);
  if (log?.parentElement && lines !== play.drawn.lines) log.parentElement.scrollTop = log.scrollHeight;
  if (talked && said !== play.drawn.said) talked.scrollTop = talked.scrollHeight;
  play.drawn = { box: open, lines, said };
  if (!box && play.byKeys && document.activeElement === document.body) {
    // A played card takes the focus along: on to what may be chosen next, even while a won trick still lies there. Of
    // bids and trumps it gets the group alone, so that an Enter too many chooses none of them.
    found('.bids, .trumps, .hand .legal[tabindex="0"]')?.focus({ preventScroll: true });
  }
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
