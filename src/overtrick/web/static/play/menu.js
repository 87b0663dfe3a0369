// The bar above a table, its menu, and the dialogs that it opens.
import { h } from "../site/render.js";
import { rulesInBrief } from "../table/rules.js";
import { settingsFields } from "../site/settings.js";

const KEYS = {
  wizard: [
    ["← →", "choose a card or a bid"],
    ["Enter", "play the card, make the bid"],
    ["0 – 9", "choose a bid"],
    ["r y g b", "name the trump, when a Wizard is turned up"],
    ["l", "last trick"],
  ],
  duel: [
    ["← →", "choose a card"],
    ["Enter", "play it"],
    ["l", "last trick"],
  ],
  figgie: [
    ["b s 5 Enter", "bid 5 for spades"],
    ["a h 9 Enter", "offer hearts at 9"],
    ["f f d", "buy diamonds"],
    ["a a c", "sell clubs"],
    ["s c d h", "spades, clubs, diamonds, hearts"],
    ["p", "pass"],
    ["Backspace", "correct what you typed"],
  ],
};
const KEYS_FOR_ALL = [
  ["Space", "go on at once"],
  ["h", "hint"],
  ["u", "take back"],
  ["r", "do again"],
  ["Esc", "close"],
  ["?", "these keys"],
];

/** Return the keys of a game. */
export function keysHelp(game) {
  const lines = [...KEYS[game], ...KEYS_FOR_ALL].map(([keys, words]) =>
    h(
      "div",
      { key: keys },
      h(
        "dt",
        null,
        keys.split(" ").map((key) => (/^[–→]$/.test(key) && keys.includes("–") ? ` ${key} ` : h("kbd", null, key))),
      ),
      h("dd", null, words),
    ),
  );
  return h("dl", { class: "keys" }, lines);
}

/** Return the bar above the table. */
export function topBar(title, message, actions) {
  const may = message?.table.may ?? {};
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
      message?.table.clock && clockButton(message, actions),
      h(
        "button",
        {
          type: "button",
          disabled: !may.hint,
          title: may.hint
            ? "What would the strong player do? (h)"
            : "A hint is given when it is your turn and no other person plays",
          on: { click: actions.hint },
        },
        "Hint",
      ),
      h(
        "button",
        {
          type: "button",
          disabled: !may.back,
          title: may.back ? "Take back your latest decision (u)" : "Nothing can be taken back now",
          on: { click: actions.back },
        },
        "Undo",
      ),
      h(
        "button",
        {
          type: "button",
          class: "redo",
          disabled: !may.redo,
          title: may.redo ? "Do again what you took back (r)" : "Nothing to do again",
          on: { click: actions.redo },
        },
        "Redo",
      ),
      tableMenu(message, actions),
    ),
  );
}

function clockButton(message, actions) {
  const { running } = message.table.clock;
  if (message.scene.places || message.table.waiting || !message.table.mine.length) return null;
  return h(
    "button",
    {
      key: "clock",
      type: "button",
      class: running ? "" : "primary",
      on: { click: running ? actions.pause : actions.start },
    },
    running ? "Pause" : "Start clock",
  );
}

function tableMenu(message, actions) {
  return h(
    "details",
    { key: "menu", class: "menu" },
    h("summary", null, "Menu"),
    h(
      "div",
      { class: "menu-items" },
      message?.table.may.open &&
        h(
          "button",
          { key: "open", type: "button", on: { click: actions.open } },
          message.table.open ? "Hide the other hands" : "Show all hands",
        ),
      message?.table.invite &&
        h("button", { key: "invite", type: "button", on: { click: () => actions.show("invite") } }, "Invite people"),
      message?.table.may.save &&
        h(
          "a",
          { key: "save", class: "button", href: `/tables/${message.table.id}/save`, download: "" },
          "Save to a file",
        ),
      message?.table.replay && h("a", { key: "replay", class: "button", href: message.table.replay }, "Replay"),
      h("button", { key: "rules", type: "button", on: { click: () => actions.show("rules") } }, "Rules"),
      h("button", { key: "keys", type: "button", on: { click: () => actions.show("keys") } }, "Keys"),
      h("button", { key: "settings", type: "button", on: { click: () => actions.show("settings") } }, "Settings"),
      h("a", { key: "new", class: "button", href: "/" }, "New game"),
      message?.table.mine.length > 0 &&
        h("button", { key: "leave", type: "button", on: { click: () => actions.show("leave") } }, "Leave the table"),
    ),
  );
}

/** Return a dialog over the table. */
export function dialogBox({ key, title, body, buttons, wide = false, shut = false, close = null }) {
  return h(
    "div",
    { key: "veil", class: shut ? "veil shut" : "veil" },
    h(
      "section",
      {
        key,
        class: `dialog ${wide ? "wide" : ""}`,
        role: "dialog",
        "aria-modal": "true",
        "aria-labelledby": "dialog-title",
        tabindex: -1,
      },
      h(
        "div",
        { class: "dialog-head" },
        h("h2", { id: "dialog-title" }, title),
        close && h("button", { type: "button", class: "close", "aria-label": "Close", on: { click: close } }, "×"),
      ),
      h("div", { class: "dialog-body" }, body),
      h("div", { class: "dialog-foot" }, buttons),
    ),
  );
}

/** Return the dialogs that the menu opens. */
export function menuDialog(name, message, actions) {
  const close = () => actions.show(null);
  const done = h(
    "button",
    { key: "done", type: "button", class: "primary", "data-first": "", on: { click: close } },
    "Done",
  );
  if (name === "keys")
    return dialogBox({ key: name, title: "Keys", body: keysHelp(message.scene.game), buttons: done, close });
  if (name === "rules")
    return dialogBox({ key: name, title: "Rules", body: rulesInBrief(message.scene.game), buttons: done, close });
  if (name === "settings")
    return dialogBox({ key: name, title: "Settings", body: settingsFields(), buttons: done, close });
  if (name === "invite")
    return dialogBox({
      key: name,
      title: "Invite people",
      body: inviteBody(message.table, actions),
      buttons: message.table.waiting ? [beginButton(actions), done] : done,
      close,
    });
  if (name === "leave")
    return dialogBox({
      key: name,
      title: "Leave the table?",
      body: leaveBody(message),
      buttons: [
        leaveButton(actions),
        h("button", { key: "stay", type: "button", "data-first": "", on: { click: close } }, "Stay"),
      ],
      close,
    });
  return null;
}

function inviteBody(table, actions) {
  const address = new URL(table.invite, location.href).href;
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

function beginButton(actions) {
  return h(
    "button",
    { key: "begin", type: "button", class: "begin", on: { click: actions.begin } },
    "Start now, bots fill the rest",
  );
}

/** Return the line that says what a table waits for; its host may begin. */
export function waitingLine(table, actions) {
  const free = table.chairs.filter((chair) => chair.open).length;
  const seats = free === 1 ? "One seat is free." : `${free} seats are free.`;
  return h(
    "div",
    { key: "waiting", class: "notice waiting", role: "region", "aria-label": "The match has not begun" },
    h("span", null, free ? `${seats} The match begins when all are taken.` : "The match begins when everybody has come."),
    table.host && free > 0 && h("button", { type: "button", on: { click: () => actions.show("invite") } }, "Invite"),
    table.host && beginButton(actions),
  );
}

function leaveBody(message) {
  const others = message.table.chairs.some((chair, seat) => chair.person && !message.table.mine.includes(seat));
  return h(
    "p",
    null,
    others
      ? "A bot goes on for you. The address of this page brings you back."
      : "The table stays as it is. You find it on the start page.",
  );
}

function leaveButton(actions) {
  return h("button", { key: "leave", type: "button", class: "primary", on: { click: actions.leave } }, "Leave");
}
