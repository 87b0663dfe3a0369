// The bar above a replay: what one may do with the match as a whole.
import { h } from "../site/render.js";
import { downloadBrought } from "./kept.js";
import { analysisLink } from "./ways.js";

/**
 * Return the bar.
 * @param {string} title
 * @param {{ bundle: Bundle, thinking: boolean, matchNumber: number, seat: number | null }} replay
 * @param {string} formKey
 * @param {any} steps
 */
export function replayBar(title, replay, formKey, steps) {
  const { bundle, thinking, matchNumber } = replay;
  const brand = [h("span", { "aria-hidden": "true", class: "mark" }), h("span", { class: "brand-name" }, "overtrick")];
  const download = { key: "file", title: "One file that opens offline" };
  const send = () => downloadBrought(bundle, matchNumber + 1, formKey);
  const thoughts = {
    key: "thoughts",
    type: "button",
    "aria-pressed": thinking ? "true" : "false",
    title: "What the strong player thinks (t)",
    on: { click: steps.thoughts },
  };
  const keys = { key: "keys", class: "wide-only", title: "Keys (?)", on: { click: () => steps.show("keys") } };
  return h(
    "header",
    { key: "bar", class: "bar" },
    bundle.home
      ? h("a", { class: "brand", href: bundle.home, title: "To the start page" }, brand)
      : h("span", { class: "brand" }, brand),
    h("h1", { class: "bar-title" }, title),
    h(
      "div",
      { class: "bar-tools", role: "group", "aria-label": "Tools" },
      h("button", thoughts, "Thoughts"),
      analysisLink(replay, formKey),
      bundle.file && h("a", { ...download, class: "button", href: bundle.file, download: "" }, "Download"),
      bundle.brought && h("button", { ...download, type: "button", on: { click: send } }, "Download"),
      bundle.list && h("a", { key: "list", class: "button wide-only", href: bundle.list }, "Replays"),
      h("button", { key: "settings", type: "button", on: { click: () => steps.show("settings") } }, "Settings"),
      h("button", { ...keys, type: "button" }, "Keys"),
    ),
  );
}
