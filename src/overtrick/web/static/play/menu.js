// The bar above a table, its menu, and the dialogs that it opens.
import { h } from "../site/render.js";
import { settings, settingsFields } from "../site/settings.js";
import { dialogBox, doneButton, keyList } from "../table/dialog.js";
import { sign } from "./signs.js";

const KEYS_FOR_ALL = [
  ["Space", "go on at once"],
  ["h", "hint"],
  ["u", "take back"],
  ["r", "do again"],
  ["m", "sounds on or off"],
  ["o", "log and score pad, where they are not in sight"],
  ["Esc", "close"],
  ["?", "these keys"],
];

/**
 * Return the bar above the table.
 * @param {string} title
 * @param {Frame | null} frame
 * @param {boolean} side whether what stands beside the table is shown over it
 * @param {Actions} actions
 */
export function topBar(title, frame, side, actions) {
  /** @type {Record<string, boolean>} */
  const may = frame?.table.may ?? {};
  const tool = (
    /** @type {string} */ word,
    /** @type {boolean} */ allowed,
    /** @type {string[]} */ [yes, no],
    /** @type {() => void} */ click,
    /** @type {string | null} */ drawn = null,
  ) =>
    h(
      "button",
      { type: "button", "aria-label": word, disabled: !allowed, title: allowed ? yes : no, on: { click } },
      drawn && sign(drawn),
      h("span", { class: drawn ? "word spare" : "" }, word),
    );
  return h(
    "header",
    { key: "bar", class: "bar" },
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "overtrick, start page" },
      h("span", { "aria-hidden": "true", class: "mark" }),
      h("span", { class: "brand-name" }, "overtrick"),
    ),
    h("h1", { class: "bar-title" }, title),
    h(
      "div",
      { class: "bar-tools", role: "group", "aria-label": "Help" },
      frame && clockButton(frame, actions),
      tool(
        "Hint",
        may.hint,
        ["What would the strong player do? (h)", "A hint is given when it is your turn and no other person plays"],
        actions.hint,
      ),
      tool(
        "Undo",
        may.back,
        ["Take back your latest decision (u)", "Nothing can be taken back now"],
        actions.back,
        "undo",
      ),
      tool("Redo", may.redo, ["Do again what you took back (r)", "Nothing to do again"], actions.redo, "redo"),
      soundSwitch(actions),
      sideSwitch(side, actions),
      tableMenu(frame, actions),
    ),
  );
}

/** @param {Actions} actions */
function soundSwitch(actions) {
  const on = settings.sounds === "on";
  const title = on ? "Sounds are on (m)" : "Sounds are off (m)";
  const attrs = { key: "sounds", type: "button", class: "signed", "aria-label": "Sounds", "aria-pressed": String(on) };
  return h("button", { ...attrs, title, on: { click: actions.sounds } }, sign(on ? "sounds-on" : "sounds-off"));
}

/**
 * Return the button for what stands beside the table, on screens that have no room beside it.
 * @param {boolean} shown
 * @param {Actions} actions
 */
function sideSwitch(shown, actions) {
  const attrs = { key: "side", type: "button", class: "side-switch", title: "What happened, and the score pad (o)" };
  const about = { "aria-label": "Log and score pad", "aria-expanded": String(shown), "aria-controls": "side" };
  return h(
    "button",
    { ...attrs, ...about, on: { click: actions.side } },
    sign("log"),
    h("span", { class: "word" }, "Log"),
  );
}

/**
 * @param {Frame} frame
 * @param {Actions} actions
 */
function clockButton({ scene, table }, actions) {
  const clock = table.live ?? table.clock;
  if (!clock || scene.places || table.waiting || !table.mine.length) return null;
  if (table.live && !(table.live.running && table.live.may_pause)) return null; // the table has a larger one
  const { running } = clock;
  const click = running ? actions.pause : actions.start;
  return h(
    "button",
    { key: "clock", type: "button", class: running ? "" : "primary", on: { click } },
    sign(running ? "pause" : "start"),
    h("span", { class: "word" }, running ? "Pause" : "Start clock"),
  );
}

/**
 * @param {Frame | null} frame
 * @param {Actions} actions
 */
function tableMenu(frame, actions) {
  const table = frame?.table;
  const item = (/** @type {string} */ name, /** @type {string} */ words, click = () => actions.show(name)) =>
    h("button", { key: name, type: "button", on: { click } }, words);
  const link = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ href, more = {}) =>
    h("a", { key, class: "button", href, ...more }, words);
  return h(
    "details",
    { key: "menu", class: "menu" },
    h("summary", null, sign("menu"), h("span", { class: "word" }, "Menu")),
    h(
      "div",
      { class: "menu-items" },
      table?.may.open && item("open", table.open ? "Hide the other hands" : "Show all hands", actions.open),
      table?.invite && item("invite", "Invite people"),
      table?.may.save && link("save", "Save to a file", `/tables/${table.id}/save`, { download: "" }),
      table?.replay && link("replay", "Replay", table.replay),
      item("rules", "Rules"),
      item("keys", "Keys"),
      item("settings", "Settings"),
      link("new", "New game", "/"),
      table?.daily && link("today", "The deal of the day", "/today"),
      table && table.mine.length > 0 && !table.daily && item("leave", "Leave the table"),
    ),
  );
}

/**
 * Return the dialogs that the menu opens.
 * @param {string} name
 * @param {Frame} frame
 * @param {Drawing} drawing
 * @param {Actions} actions
 */
export function menuDialog(name, { scene, table, ...rest }, drawing, actions) {
  const close = () => actions.show(null);
  const buttons = doneButton(close);
  switch (name) {
    case "keys":
      return dialogBox({ key: name, title: "Keys", body: keyList([...drawing.keys, ...KEYS_FOR_ALL]), buttons, close });
    case "rules":
      return dialogBox({ key: name, title: "Rules", body: rulesInBrief(scene.game, drawing.brief), buttons, close });
    case "settings":
      return dialogBox({ key: name, title: "Settings", body: settingsFields(), buttons, close });
    case "invite":
      return dialogBox({
        key: name,
        title: "Invite people",
        body: inviteBody(table, actions),
        buttons: table.waiting ? [beginButton(actions), buttons] : buttons,
        close,
      });
    case "leave":
      return dialogBox({
        key: name,
        title: "Leave the table?",
        body: leaveBody({ scene, table, ...rest }),
        buttons: [
          h("button", { key: "leave", type: "button", class: "primary", on: { click: actions.leave } }, "Leave"),
          h("button", { key: "stay", type: "button", "data-first": "", on: { click: close } }, "Stay"),
        ],
        close,
      });
    default:
      return null;
  }
}

/**
 * @param {string} game
 * @param {string[]} sentences
 */
function rulesInBrief(game, sentences) {
  return [
    h(
      "ul",
      { class: "rules" },
      sentences.map((sentence) => h("li", { key: sentence }, sentence)),
    ),
    h(
      "p",
      { key: "all", class: "small" },
      h("a", { href: `/rules/${encodeURIComponent(game)}`, target: "_blank" }, "All rules"),
    ),
  ];
}

/**
 * @param {Table} table
 * @param {Actions} actions
 */
function inviteBody(table, actions) {
  const address = new URL(table.invite ?? "", location.href).href;
  return [
    h("p", null, "Whoever opens this address can take a free seat or watch:"),
    h(
      "div",
      { class: "copy" },
      h("input", {
        readonly: true,
        value: address,
        "aria-label": "Address of the invitation",
        on: { focus: (event) => event.target.select() },
      }),
      h("button", { type: "button", on: { click: () => actions.copy(address) } }, "Copy"),
    ),
    h(
      "p",
      { class: "small" },
      table.waiting
        ? "The match begins when all seats are taken. If you start now, bots play in the free seats until somebody comes."
        : "Until then a bot plays in the free seat.",
      " You find this address in the menu again.",
    ),
  ];
}

/** @param {Actions} actions */
function beginButton(actions) {
  return h(
    "button",
    { key: "begin", type: "button", class: "begin", on: { click: actions.begin } },
    "Start now, bots fill the rest",
  );
}

/**
 * Return the line that says what a table waits for; its host may begin.
 * @param {Table} table
 * @param {Actions} actions
 */
export function waitingLine(table, actions) {
  const free = table.chairs.filter((chair) => chair.open).length;
  const seats = free === 1 ? "One seat is free." : `${free} seats are free.`;
  return h(
    "div",
    { key: "waiting", class: "notice waiting", role: "region", "aria-label": "The match has not begun" },
    h(
      "span",
      null,
      free ? `${seats} The match begins when all are taken.` : "The match begins when everybody has come.",
    ),
    table.host && free > 0 && h("button", { type: "button", on: { click: () => actions.show("invite") } }, "Invite"),
    table.host && beginButton(actions),
  );
}

/** @param {Frame} frame */
function leaveBody({ table }) {
  const others = table.chairs.some((chair, seat) => chair.person && !table.mine.includes(seat));
  return h(
    "p",
    null,
    others
      ? "A bot goes on for you. The address of this page brings you back."
      : "The table stays as it is. You find it on the start page.",
  );
}
