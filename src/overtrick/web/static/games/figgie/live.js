// A market that runs: its clock, and how it is started and paused.
import { h } from "../../site/render.js";
import { fact } from "../../table/plates.js";

/**
 * Return the clock of the round.
 * @param {Live} live
 */
export function marketClock(live) {
  const seconds = Math.ceil(live.left_ms / 1000);
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const clock = live.running
    ? h("span", {
        key: "runs",
        class: "market-clock",
        role: "timer",
        "aria-label": "Time left",
        "data-ends": live.ends,
      })
    : h("span", { key: "stands", class: "market-clock", "data-left": words });
  return fact("Time", clock);
}

/**
 * Return how the market is started, where it stands.
 * @param {Live} live
 * @param {Actions} actions
 */
export function startLine(live, actions) {
  const begun = live.left_ms < live.length_ms;
  const others = live.missing - (live.ready ? 0 : 1);
  const word = begun ? "Go on" : others > 0 ? "I am ready" : "Open the market";
  const waits = others === 1 ? "One other is not ready." : `${others} others are not ready.`;
  return h(
    "div",
    { key: "start", class: "start-line" },
    live.ready
      ? h("span", null, waits)
      : h("button", { type: "button", class: "start", on: { click: actions.start } }, word, " ", key("Space")),
    live.opens !== null &&
      live.opens !== undefined &&
      h("span", null, "Opens in ", h("span", { class: "market-clock", role: "timer", "data-ends": live.opens })),
  );
}

/** @param {string} name */
function key(name) {
  return h("kbd", { "aria-hidden": "true" }, name);
}
