// What people at a table tell each other: phrases for all who play, chat for those who are logged in.
import { h } from "../site/render.js";

const MOST = 50;
const BUBBLE_MS = 5000;

/**
 * Keep what is said at a table; `changed` is called when something is to be drawn anew.
 * @param {() => void} changed
 */
export function talkOf(changed) {
  /** @type {Line[]} */
  let lines = [];
  /** @type {string[]} */
  let phrases = [];
  /** @type {Set<string>} */
  const muted = new Set();
  /** @type {Map<number, string>} */
  const bubbles = new Map();
  let sent = ""; // what was written last, until it is heard
  const heard = () => lines.filter((line) => !muted.has(line.name));
  return {
    /** @param {Message} message the first one, with what was said before this page came */
    begin(message) {
      lines = message.lines ?? [];
      phrases = message.phrases ?? [];
    },
    /** @param {Line} line */
    add(line) {
      lines = [...lines.slice(1 - MOST), line];
      if (line.chat && line.text === sent.trim()) sent = "";
      if (muted.has(line.name)) return "";
      bubbles.set(line.seat, line.text);
      setTimeout(() => {
        if (bubbles.get(line.seat) === line.text) bubbles.delete(line.seat);
        changed();
      }, BUBBLE_MS);
      return `${line.name} says: ${line.text}`;
    },
    forget() {
      lines = [];
    },
    /**
     * Put what was refused back into its field, so that nobody has to write it again.
     * @param {HTMLElement} place
     */
    giveBack(place) {
      const field = place.querySelector(".chat input");
      if (field instanceof HTMLInputElement && !field.value) field.value = sent;
      sent = "";
    },
    bubbles: () => Object.fromEntries(bubbles),
    /**
     * Return the panel with what was said and what one may say.
     * @param {Table} table
     * @param {Actions} actions
     */
    panel(table, actions) {
      const people = table.chairs.filter((chair) => chair.person || chair.open);
      if (people.length < 2 && !table.public) return null;
      const mute = (/** @type {string} */ name) => {
        if (!muted.delete(name)) muted.add(name);
        changed();
      };
      return h(
        "section",
        { key: "talk", class: "panel talk", "aria-labelledby": "talk-title" },
        h("h2", { id: "talk-title" }, "Talk"),
        h(
          "ul",
          { class: "talk-lines", id: "talk-lines", "aria-label": "What was said", tabindex: 0 },
          heard().map((line) => lineOf(line, table, actions, mute)),
        ),
        [...muted].map((name) =>
          h(
            "p",
            { key: `muted-${name}`, class: "small" },
            h("bdi", null, name),
            " is muted. ",
            h("button", { type: "button", on: { click: () => mute(name) } }, "Hear again"),
          ),
        ),
        table.mine.length > 0 && phraseButtons(phrases, actions),
        table.may.chat && chatForm(actions, (text) => (sent = text)),
        table.host &&
          h(
            "button",
            { key: "hush", type: "button", class: "hush", on: { click: () => actions.say("hush") } },
            table.chat ? "Switch the chat off" : "Switch the chat on",
          ),
        h("p", { key: "about-chat", class: "small" }, chatWords(table)),
      );
    },
  };
}

/** @param {Table} table */
function chatWords(table) {
  if (!table.chat) return "The host has switched the chat off.";
  const gone = "Lines are deleted after an hour, or when everybody has left.";
  if (table.may.chat || !table.mine.length) return gone;
  const login = `/login?next=${encodeURIComponent(location.pathname)}`;
  return [h("a", { key: "login", href: login }, "Log in"), " to say more than these phrases."];
}

/**
 * @param {Line} line
 * @param {Table} table
 * @param {Actions} actions
 * @param {(name: string) => void} mute
 */
function lineOf(line, table, actions, mute) {
  const own = table.mine.includes(line.seat);
  return h(
    "li",
    { key: line.number },
    h("span", null, h("b", null, h("bdi", null, line.name)), " ", h("bdi", null, line.text)),
    !own &&
      h(
        "details",
        { class: "line-tools" },
        h("summary", { "aria-label": `About this line of ${line.name}` }, "…"),
        h("button", { type: "button", on: { click: () => mute(line.name) } }, "Mute"),
        line.chat &&
          table.mine.length > 0 &&
          h("button", { type: "button", on: { click: () => actions.say("report", { line: line.number }) } }, "Report"),
      ),
  );
}

/**
 * @param {string[]} phrases
 * @param {Actions} actions
 */
function phraseButtons(phrases, actions) {
  return h(
    "div",
    { key: "phrases", class: "phrases", role: "group", "aria-label": "Phrases" },
    phrases.map((words, number) =>
      h("button", { key: words, type: "button", on: { click: () => actions.say("phrase", { number }) } }, words),
    ),
  );
}

/**
 * @param {Actions} actions
 * @param {(text: string) => void} note
 */
function chatForm(actions, note) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    note(field.value);
    if (field.value.trim()) actions.say("chat", { text: field.value });
    field.value = "";
  };
  return h(
    "form",
    { key: "chat", class: "chat", on: { submit } },
    h("input", { name: "text", maxlength: 200, autocomplete: "off", "aria-label": "Say something" }),
    h("button", { type: "submit" }, "Say"),
  );
}
