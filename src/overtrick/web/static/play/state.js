// What is known at a table to play at, and what is shown of it now; one for the page.
import { isMine } from "../table/scene.js";

export const play = {
  latest: /** @type {Message | null} */ (null), // the newest message
  frame: /** @type {Frame | null} */ (null), // what is shown
  log: /** @type {{ key: number, text: string, head: boolean, step: number, undone?: boolean }[]} */ ([]),
  count: 0,
  spoken: "",
  lesson: /** @type {Lesson | null} */ (null),
  hint: /** @type {any} */ (null),
  saying: "",
  sayingTimer: /** @type {number | undefined} */ (undefined),
  wished: false, // what is said is about the next tick
  dialog: /** @type {string | null} */ (null),
  review: /** @type {any} */ (null),
  odds: null,
  result: /** @type {Result | null} */ (null), // how it ended for who plays here
  asked: false, // for that
  resultClosed: false,
  open: false, // the line to the server
  sent: /** @type {number | null} */ (null), // the step for which an action is on its way
  planned: /** @type {{ card: string, key: string, deal: number } | null} */ (null), // to be played at one's turn
  wanted: { action: "", at: -Infinity }, // the latest action where time runs
  byKeys: false, // whether the latest input came from the keyboard
  openHands: false, // where they may be seen
  side: false, // whether what stands beside the table is shown over it
  left: false, // the person wants to go
  bye: "",
  // What was there after the latest drawing: a dialog, and the last lines of what happened and of what was said
  drawn: {
    box: /** @type {Key | null} */ (null),
    lines: /** @type {Element | null} */ (null),
    said: /** @type {Element | null} */ (null),
  },
};

/**
 * Return whether who looks at a moment is to act.
 * @param {Frame} frame
 */
export function isMyTurn({ scene, table, waits }) {
  return !waits && !table.waiting && isMine(scene) && !scene.now?.held;
}

/**
 * Return words as a sentence.
 * @param {string} words
 */
export function sentence(words) {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
