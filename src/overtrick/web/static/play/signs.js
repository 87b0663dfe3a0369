// Signs on the buttons of the bar, of strokes alone.
import { h } from "../site/render.js";

/** @type {Record<string, string[]>} */
const STROKES = {
  undo: ["M9 6L4 11L9 16", "M4 11H14.5A5.5 5.5 0 0 1 14.5 20H10"],
  redo: ["M15 6L20 11L15 16", "M20 11H9.5A5.5 5.5 0 0 0 9.5 20H14"],
  "sounds-on": [
    "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5Z",
    "M15.5 9A4.2 4.2 0 0 1 15.5 15",
    "M18 6.5A7.8 7.8 0 0 1 18 17.5",
  ],
  "sounds-off": ["M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5Z", "M15.5 9.5L20.5 14.5", "M20.5 9.5L15.5 14.5"],
  menu: ["M4 7H20", "M4 12H20", "M4 17H20"],
  pause: ["M8 5V19", "M16 5V19"],
  start: ["M7 5L19 12L7 19Z"],
  log: ["M5 5H19V19H5Z", "M8.5 9H15.5", "M8.5 12H15.5", "M8.5 15H13"],
};

/**
 * Return a sign.
 * @param {string} name
 */
export function sign(name) {
  const strokes = STROKES[name].map((d) => h("path", { key: d, d }));
  return h("svg", { key: `sign-${name}`, class: "bar-sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, strokes);
}
