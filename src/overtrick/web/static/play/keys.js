// The keys of a table to play at: those of the game, digits for bids, letters for commands; in a dialog Tab stays there.
import { trapFocus } from "../table/dialog.js";
import { isTyping, refreshRoving, rove } from "../table/keyboard.js";

const DIGIT_MS = 900;

/**
 * Take the keys of a page: what they mean depends on what is shown.
 * @param {HTMLElement} place
 * @param {{ frame: Frame | null, byKeys: boolean }} play
 * @param {Actions} actions
 * @param {Drawing} drawing
 */
export function listenToKeys(place, play, actions, drawing) {
  let digits = "";
  /** @type {number | undefined} */
  let timer;
  /** @type {Record<string, () => void>} */
  const commands = {
    "?": () => actions.show("keys"),
    h: () => actions.hint(),
    u: () => actions.back(),
    r: () => actions.redo(),
    m: () => actions.sounds(),
    o: () => found(".side-switch")?.checkVisibility() && actions.side(),
    l: () => found(".last-trick summary")?.click(),
    " ": () => actions.goOn(),
  };
  document.addEventListener("keydown", () => (play.byKeys = true), true);
  document.addEventListener("pointerdown", () => (play.byKeys = false), true);
  document.addEventListener("keydown", pressed);

  /**
   * @param {string} what
   * @returns {HTMLElement | null}
   */
  function found(what) {
    return place.querySelector(what);
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (rove(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return actions.escape();
    if (event.key === "Tab") return trapFocus(event, found(".dialog"));
    if (isTyping(event) || !play.frame || found(".dialog")) return;
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, a, summary")) return;
    if (drawing.press(event, play.frame.scene, actions)) return event.preventDefault();
    if (/^\d$/.test(event.key) && found("[data-bid]")) return chooseDigit(event.key);
    if (commands[event.key]) {
      event.preventDefault();
      commands[event.key]();
    }
  }

  /** @param {string} key */
  function chooseDigit(key) {
    clearTimeout(timer);
    timer = setTimeout(() => (digits = ""), DIGIT_MS);
    const bid = (/** @type {string} */ number) => found(`[data-bid="${Number(number)}"]`);
    digits = bid(digits + key) ? digits + key : key;
    bid(digits)?.focus();
    refreshRoving(place);
  }
}
