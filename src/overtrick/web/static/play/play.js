// A table to play at: what the server says is shown at a pace that can be followed, and what a person does is sent.
import { comingsAndGoings, titleOf, watchers } from "./arrivals.js";
import { connect } from "./connection.js";
import { curtainDialog, finalDialog, roundDialog } from "./dialogs.js";
import { drawTable } from "../table/draw.js";
import { figgieSide } from "../games/figgie/table.js";
import { forgetTyped } from "../games/figgie/keys.js";
import { framesOf, paced } from "./frames.js";
import { refreshRoving } from "../table/keyboard.js";
import { menuDialog, topBar, waitingLine } from "./menu.js";
import { drawWithMotion } from "../table/motion.js";
import { hintPanel, logPanel, scorePad } from "../table/panels.js";
import { listenToKeys } from "./keys.js";
import { h, render } from "../site/render.js";
import { sound } from "../site/settings.js";

const SAYING_MS = 4500;
const place = document.getElementById("table");

const play = {
  latest: null, // the newest message
  frame: null, // what is shown
  log: [],
  count: 0,
  spoken: "",
  hint: null,
  saying: "",
  wished: false, // what is said is about the next tick
  dialog: null,
  review: null,
  odds: null,
  resultClosed: false,
  open: false, // the line to the server
  sent: null, // the step for which an action is on its way
  byKeys: false, // whether the latest input came from the keyboard
  openHands: false, // where they may be seen
  left: false, // the person wants to go
  bye: "",
};

const line = connect(place.dataset.socket, { heard, changed: lineChanged });
const queue = paced(showFrame);

const actions = {
  act(action) {
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
  show(name) {
    play.dialog = name;
    closeMenu();
    draw();
    if (!name) place.querySelector(".menu summary")?.focus({ preventScroll: true });
  },
  goOn: () => queue.skip(),
  escape() {
    forgetTyped();
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

function send(words) {
  if (!line.send(words)) say("There is no connection just now; please try again in a moment.");
}

function say(words) {
  clearTimeout(say.timer);
  play.saying = words;
  play.wished = false;
  if (words) say.timer = setTimeout(() => say(""), SAYING_MS);
  if (words) play.spoken = words;
  draw();
}

// What the server says

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

function goodbye(reason) {
  // Whoever left comes back by the address alone; after trouble with the table the line opens again by itself.
  if (play.left || !play.latest) {
    play.bye = reason;
    line.stop();
  } else say(sentence(reason));
}

function heardScene(message) {
  const before = play.latest;
  play.latest = message;
  const news = before ? comingsAndGoings(before.table, message.table) : [];
  // A host who wants to invite somebody needs the address first of all.
  if (!before && message.table.invite && message.table.waiting) play.dialog = "invite";
  if (play.dialog === "invite" && !message.table.invite) play.dialog = null; // all seats are taken
  if (play.wished && !Object.values(message.table.wish ?? {}).some(Boolean)) say(""); // the tick has happened
  if (before && message.scene.step !== before.scene.step) play.hint = null;
  if (message.log && !play.log.length) for (const text of message.log) addLine(text);
  if (!message.scene.places) play.resultClosed = false;
  const jump = !before || message.scene.step < before.scene.step || message.log;
  if (jump) {
    queue.clear();
    if (before && message.scene.step < before.scene.step) takenBack(message.scene.step);
    queue.add(
      framesOf(message, null).map((frame) => ({ ...frame, news, said: before || message.log ? [] : frame.said })),
    );
    return;
  }
  if (message.scene.step === before.scene.step) {
    // Nothing was played: somebody came or went, the clock started, a curtain was lifted.
    if (queue.waiting || play.frame.scene.step !== before.scene.step || play.frame.result)
      queue.add([{ ...message, ms: 0, news, said: [] }]);
    else showFrame({ ...message, ms: 0, news, said: [] });
    return;
  }
  const [first, ...rest] = framesOf(message, before.scene);
  queue.add([{ ...first, news }, ...rest]);
}

function lineChanged(isOpen) {
  play.sent = null;
  play.open = isOpen;
  draw();
}

// What is shown

function showFrame(frame) {
  const before = play.frame;
  play.frame = frame;
  const newDeal = before && before.scene.deal !== frame.scene.deal;
  for (const text of frame.news ?? []) addLine(text);
  const { now } = frame.scene;
  const opening = now?.last.length === 0 && !now.has_bid?.length; // a hidden bid does not show what happened last
  for (const text of frame.said) addLine(text, opening);
  const words = [...(frame.news ?? []), ...frame.said];
  if (words.length) play.spoken = words.join(" ");
  const turn = isMyTurn(frame);
  if (turn && !(before && isMyTurn(before) && before.scene.step === frame.scene.step)) {
    play.spoken += ` ${turnWords(frame)}`;
    sound(660);
  } else if (words.length) sound(newDeal ? 330 : 440, 0.05);
  draw();
}

function addLine(text, head = false) {
  play.count += 1;
  const step = play.frame?.scene.step ?? 0;
  play.log = [...play.log.slice(-300), { key: play.count, text, head, step }];
}

function takenBack(step) {
  play.sent = null; // the step comes again, and so may its action
  // What was seen stays in the log, but marked.
  play.log = play.log.map((one) => (one.step > step ? { ...one, undone: true } : one));
  addLine("Taken back.");
}

function isMyTurn({ scene, table, waits }) {
  return !waits && !table.waiting && scene.seat !== null && scene.now?.state.to_move === scene.seat && !scene.now.held;
}

function turnWords({ scene }) {
  return { bid: "Your bid.", "name trump": "Choose the trump suit." }[scene.now.state.phase] ?? "Your turn.";
}

function draw() {
  const name = play.frame && isMyTurn(play.frame) ? "Your turn" : null;
  document.title = [name, titleNow(), "overtrick"].filter(Boolean).join(" · ");
  drawWithMotion(place, () => render(place, page()));
  afterDrawing();
}

function titleNow() {
  return play.latest ? titleOf(place.dataset.title, play.latest.scene.names) : place.dataset.title;
}

function page() {
  const { frame } = play;
  if (!frame)
    return [
      topBar(place.dataset.title, null, actions),
      h("p", { class: "loading" }, play.bye || "Connecting to the table…"),
    ];
  // The curtain belongs to the moment that is shown, all else about the table to the newest.
  const shown = { ...frame, table: { ...play.latest.table, curtain: frame.table.curtain, open: play.openHands } };
  const scene = opened(frame);
  const table = shown.table.curtain === null ? shown.table : { ...shown.table, mine: [] };
  const acting = table.mine.length && !table.waiting ? actions : { ...actions, act: null };
  return [
    topBar(titleNow(), shown, actions),
    !play.open &&
      !play.bye &&
      h(
        "p",
        { key: "line", class: "notice", role: "alert" },
        "The connection is lost. Trying again… Nothing of the game is lost.",
      ),
    play.bye &&
      h(
        "p",
        { key: "bye", class: "notice" },
        sentence(play.bye),
        " ",
        h("a", { href: location.pathname }, "Come back"),
        " or go to the ",
        h("a", { href: "/" }, "start page"),
        ".",
      ),
    shown.table.waiting && waitingLine(shown.table, actions),
    h(
      "div",
      { key: "play", class: "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, drawTable(scene, table, acting), watchers(shown)),
      h(
        "aside",
        { key: "side", class: "side", "aria-label": "Beside the table" },
        hintPanel(play.hint, scene.game, () => ((play.hint = null), draw())),
        scene.places &&
          play.resultClosed &&
          h(
            "button",
            { key: "result", type: "button", class: "plain-button primary", on: { click: actions.openResult } },
            "Show the result",
          ),
        scene.game === "figgie" && figgieSide(scene, actions),
        scorePad(scene),
        logPanel(play.log),
      ),
    ),
    dialog(shown),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status", id: "live" }, play.spoken),
  ];
}

function opened({ scene, hands }) {
  if (!play.openHands || !hands || !scene.now) return scene;
  return { ...scene, now: { ...scene.now, state: { ...scene.now.state, hands } } };
}

function dialog(frame) {
  const { scene, table } = frame;
  if (play.dialog) return menuDialog(play.dialog, frame, actions);
  if (frame.result) return roundDialog(frame.result, actions);
  if (scene.places && !play.resultClosed) return finalDialog(frame, play.review, actions);
  if (table.curtain !== null && !play.bye && !queue.waiting) return curtainDialog(scene, table.curtain, actions);
  return null;
}

function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// Focus

function afterDrawing() {
  refreshRoving(place);
  const box = place.querySelector(".dialog");
  const open = box?.nodeKey ?? null;
  if (box && open !== afterDrawing.open) (box.querySelector("[data-first]") ?? box).focus({ preventScroll: true });
  afterDrawing.open = open;
  const lines = document.getElementById("log-lines");
  if (lines && lines.childElementCount !== afterDrawing.lines) lines.parentElement.scrollTop = lines.scrollHeight;
  afterDrawing.lines = lines?.childElementCount ?? 0;
  if (!box && play.byKeys && document.activeElement === document.body) {
    // A played card takes the focus along: on to what may be chosen next, even while a won trick still lies there.
    place
      .querySelector('.bids [tabindex="0"], .trumps [tabindex="0"], .hand .legal[tabindex="0"]')
      ?.focus({ preventScroll: true });
  }
}

function closeMenu() {
  place.querySelector(".menu[open]")?.removeAttribute("open");
}

listenToKeys(place, play, actions);
document.addEventListener("click", (event) => event.target.closest?.(".menu") || closeMenu());
draw();
