// Dialogs over a table, and what they share.
import { h } from "../site/render.js";

/**
 * Return a dialog over the table.
 * @param {{ key: string, title: Child, body: Child, buttons: Child, wide?: boolean, shut?: boolean, close?: (() => void) | null }} parts
 */
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

/**
 * Return the button that closes a dialog.
 * @param {() => void} close
 */
export function doneButton(close) {
  return h("button", { key: "done", type: "button", class: "primary", "data-first": "", on: { click: close } }, "Done");
}

/**
 * Return keys, and what each does; words between keys that are no keys stand as they are.
 * @param {string[][]} lines
 */
export function keyList(lines) {
  const rows = lines.map(([keys, words]) => {
    const names = keys.split(" ").map((name) => (name === "–" ? " – " : [h("kbd", null, name), " "]));
    return h("div", { key: keys }, h("dt", null, names), h("dd", null, words));
  });
  return h("dl", { class: "keys" }, rows);
}

/**
 * Keep the Tab key within a dialog.
 * @param {KeyboardEvent} event
 * @param {Element | null} box
 */
export function trapFocus(event, box) {
  if (!box) return;
  /** @type {HTMLElement[]} */
  const stops = [
    ...box.querySelectorAll(/** @type {"button"} */ ("button:not(:disabled), a[href], input, select, summary")),
  ];
  const goal = event.shiftKey ? stops.at(-1) : stops[0];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement === edge || !box.contains(document.activeElement)) {
    event.preventDefault();
    goal?.focus();
  }
}
