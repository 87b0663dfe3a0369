// A table to play at: what the server says is shown at a pace that can be followed, and what a person does is sent.
import { h, keyOf, render } from "../site/render.js";
import { sound } from "../site/settings.js";
import { loadDrawing } from "../table/drawing.js";
import { refreshRoving } from "../table/keyboard.js";
import { drawWithMotion } from "../table/motion.js";
import { scorePad } from "../table/pad.js";
import { hintPanel, logPanel } from "../table/panels.js";
import { isMine } from "../table/scene.js";
import { comingsAndGoings, titleOf, watchers } from "./arrivals.js";
import { connect } from "./connection.js";
import { curtainDialog, dealDialog, finalDialog } from "./dialogs.js";
import { framesOf, paced } from "./frames.js";
import { listenToKeys } from "./keys.js";
import { menuDialog, topBar, waitingLine } from "./menu.js";

const SAYING_MS = 4500;
const LONGEST_LOG = 300;
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
  hint: /** @type {any} */ (null),
  saying: "",
  sayingTimer: /** @type {number | undefined} */ (undefined),
  wished: false, // what is said is about the next tick
  dialog: /** @type {string | null} */ (null),
  review: /** @type {any} */ (null),
  odds: null,
  resultClosed: false,
  open: false, // the line to the server
  sent: /** @type {number | null} */ (null), // the step for which an action is on its way
  byKeys: false, // whether the latest input came from the keyboard
  openHands: false, // where they may be seen
  left: false, // the person wants to go
  bye: "",
  drawn: { box: /** @type {Key | null} */ (null), lines: 0 }, // what was there after the latest drawing
};

const line = connect(given.socket, { heard, changed: lineChanged });
const queue = paced(showFrame);

/** @type {Actions} */
const actions = {
  act(action) {
    if (!play.latest) return;
    const { step } = play.latest.scene;
    if (play.sent === step && !play.latest.table.clock) return; // a second click on the same card
    play.sent = step;
    play.hint = null;
    say("");
    send({ do: "act", action, step });
    if (!queue.waiting) queue.skip();
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
  goOn: () => queue.skip(),
  escape() {
    drawing.forget();
    closeMenu();
    play.hint = null;
    if (play.dialog) return actions.show(null);
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
  redraw: () => draw(),
  get saying() {
    return play.saying;
  },
  get odds() {
    return play.odds;
  },
};

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
  if (message.wish) say(message.doubt ? `${message.wish}: ${message.doubt}.` : `At the next tick: ${message.wish}.`);
  if (message.wish) play.wished = true;
  if (message.hint && message.step === play.latest?.scene.step) {
    play.hint = message.hint;
    play.spoken = `Hint: ${message.hint.sentence}`;
  }
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
  const { scene, table } = message;
  const news = before ? comingsAndGoings(before.table, table) : [];
  // A host who wants to invite somebody needs the address first of all.
  if (!before && table.invite && table.waiting) play.dialog = "invite";
  if (play.dialog === "invite" && !table.invite) play.dialog = null; // all seats are taken
  if (play.wished && !Object.values(table.wish ?? {}).some(Boolean)) say(""); // the tick has happened
  if (before && scene.step !== before.scene.step) play.hint = null;
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
    const [first, ...rest] = framesOf(message, before.scene, drawing);
    queue.add([{ ...first, news }, ...rest]);
  }
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
  const newDeal = before && before.scene.deal !== frame.scene.deal;
  const news = frame.news ?? [];
  for (const text of news) addLine(text);
  const { now } = frame.scene;
  const opening = now?.last.length === 0 && !now.has_bid?.length; // a hidden bid does not show what happened last
  for (const text of frame.said) addLine(text, opening);
  const words = [...news, ...frame.said];
  if (words.length) play.spoken = words.join(" ");
  const turn = isMyTurn(frame);
  if (turn && !(before && isMyTurn(before) && before.scene.step === frame.scene.step)) {
    play.spoken += ` ${drawing.turnWords(frame.scene)}`;
    sound(660);
  } else if (words.length) sound(newDeal ? 330 : 440, 0.05);
  draw();
}

/** @param {string} text */
function addLine(text, head = false) {
  play.count += 1;
  const step = play.frame?.scene.step ?? 0;
  play.log = [...play.log.slice(-LONGEST_LOG), { key: play.count, text, head, step }];
}

/** @param {number} step */
function takenBack(step) {
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
    return [topBar(given.title, null, actions), h("p", { class: "loading" }, play.bye || "Connecting to the table…")];
  // The curtain belongs to the moment that is shown, all else about the table to the newest.
  const shown = { ...frame, table: { ...latest.table, curtain: frame.table.curtain, open: play.openHands } };
  const scene = opened(frame);
  const table = shown.table.curtain === null ? shown.table : { ...shown.table, mine: [] };
  const acting = table.mine.length && !table.waiting ? actions : { ...actions, act: null };
  return [
    topBar(titleNow(), shown, actions),
    notices(),
    shown.table.waiting && waitingLine(shown.table, actions),
    h(
      "div",
      { key: "play", class: "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, drawing.draw(scene, table, acting), watchers(shown)),
      h(
        "aside",
        { key: "side", class: "side", "aria-label": "Beside the table" },
        hintPanel(play.hint, drawing, () => ((play.hint = null), draw())),
        scene.places &&
          play.resultClosed &&
          h(
            "button",
            { key: "result", type: "button", class: "plain-button primary", on: { click: actions.openResult } },
            "Show the result",
          ),
        drawing.side(scene),
        scorePad(scene, drawing),
        logPanel(play.log),
      ),
    ),
    dialog(shown),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status", id: "live" }, play.spoken),
  ];
}

function notices() {
  const lost = "The connection is lost. Trying again… Nothing of the game is lost.";
  if (!play.bye) return !play.open && h("p", { key: "line", class: "notice", role: "alert" }, lost);
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
  if (frame.result) return dealDialog(frame.result, drawing, actions);
  if (scene.places && !play.resultClosed) return finalDialog(frame, play.review, drawing, actions);
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
  refreshRoving(place);
  const box = found(".dialog");
  const open = keyOf(box);
  if (box && open !== play.drawn.box) (found(".dialog [data-first]") ?? box).focus({ preventScroll: true });
  const lines = document.getElementById("log-lines");
  const count = lines?.childElementCount ?? 0;
  if (lines?.parentElement && count !== play.drawn.lines) lines.parentElement.scrollTop = lines.scrollHeight;
  play.drawn = { box: open, lines: count };
  if (!box && play.byKeys && document.activeElement === document.body) {
    // A played card takes the focus along: on to what may be chosen next, even while a won trick still lies there.
    found('.bids [tabindex="0"], .trumps [tabindex="0"], .hand .legal[tabindex="0"]')?.focus({ preventScroll: true });
  }
}

function closeMenu() {
  found(".menu[open]")?.removeAttribute("open");
}

listenToKeys(place, play, actions, drawing);
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element && event.target.closest(".menu"))) closeMenu();
});
draw();
