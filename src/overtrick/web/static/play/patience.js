// Waiting for each other: the clock of a move, a nudge, and letting a bot act for who does not.
import { h } from "../site/render.js";
import { sound } from "./sounds.js";

const LOW_S = 15;
const TICK_MS = 250;

/**
 * Return the seconds as a clock shows them: 1:05, or 9 below ten.
 * @param {number} seconds
 */
export function clockWords(seconds) {
  const whole = Math.max(Math.ceil(seconds), 0);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Keep the clocks of a page going; `hurry` is called once for a move of one's own that has little time left.
 * @param {HTMLElement} place
 * @param {() => Table | null | undefined} latest
 * @param {() => void} hurry
 */
export function keepTime(place, latest, hurry) {
  let hurried = "";
  function tick() {
    for (const shown of place.querySelectorAll("[data-ends]")) {
      if (!(shown instanceof HTMLElement)) continue;
      const left = (Number(shown.dataset.ends) - performance.now()) / 1000;
      const words = clockWords(left);
      if (shown.dataset.left !== words) shown.dataset.left = words;
      shown.classList.toggle("low", left <= LOW_S);
    }
    const table = latest();
    const time = table?.time;
    if (!table || !time?.ends || !table.mine.includes(time.seat)) return;
    if (time.ends - performance.now() > LOW_S * 1000 || hurried === time.turn) return;
    hurried = time.turn ?? "";
    sound("hurry");
    hurry();
  }
  setInterval(tick, TICK_MS);
  return tick;
}

/**
 * Note when a message came, as the clock in it runs from then on.
 * @param {Message} message
 */
export function noteTime({ scene, table }) {
  const { time, live } = table;
  if (live) {
    live.ends = live.running ? performance.now() + live.left_ms : null;
    live.opens = live.opens_s === null ? null : performance.now() + live.opens_s * 1000;
  }
  if (!time) return;
  time.turn = `${scene.step}-${time.reserve}`;
  time.ends = time.left === null ? null : performance.now() + time.left * 1000;
}

/**
 * Return what those who wait may do, and what a host may give.
 * @param {Frame} frame
 * @param {Actions} actions
 */
export function waitingTools({ scene, table }, actions) {
  const { time } = table;
  if (!time) return null;
  const who = () => h("bdi", null, scene.names[time.seat]);
  const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {string} */ join) =>
    h(
      "button",
      { key, type: "button", class: `button ${key}`, on: { click: () => actions.say(key) } },
      words,
      h("span", { class: "whom" }, join, who()),
    );
  const { nudge, replace, extend } = time.may;
  return h(
    "div",
    { key: "waiting-tools", class: "waiting-tools", role: "group", "aria-label": "While you wait" },
    nudge && button("nudge", "Nudge", " "),
    replace && button("replace", "Let a bot play", " for "),
    extend && button("extend", "One more minute", " for "),
    time.missing !== null && h("span", null, missingWords(time.missing)),
    time.nudged && !replace && time.missing === null && h("span", null, who(), " was nudged."),
  );
}

/** @param {number} missing */
function missingWords(missing) {
  return missing === 1 ? "One more person has to agree." : `${missing} more people have to agree.`;
}

/**
 * Return the line for somebody whose seat was taken.
 * @param {Table} table
 * @param {Actions} actions
 */
export function takenLine(table, actions) {
  if (!table.may.return) return null;
  return h(
    "div",
    { key: "taken", class: "notice waiting", role: "region", "aria-label": "Your seat" },
    h("span", null, "A bot plays for you."),
    h("button", { type: "button", on: { click: () => actions.say("return") } }, "Take my seat back"),
  );
}
