// What is left to do once a table is drawn: focus, marks and scrolling, which no drawing can say.
import { keyOf } from "../site/render.js";
import { refreshRoving } from "../table/keyboard.js";
import { markHint } from "./hint_mark.js";
import { play } from "./state.js";

/**
 * Put the focus, the marks of a hint and the newest lines where they belong after the page was drawn.
 * @param {HTMLElement} place
 */
export function afterDrawing(place) {
  /** @type {(what: string) => HTMLElement | null} */
  const first = (what) => place.querySelector(what);
  markHint(place, play.hint);
  refreshRoving(place);
  const box = first(".dialog");
  const open = keyOf(box);
  if (box && open !== play.drawn.box) (first(".dialog [data-first]") ?? box).focus({ preventScroll: true });
  const [log, talked] = ["log-lines", "talk-lines"].map((id) => document.getElementById(id));
  const [lines, said] = [log, talked].map((list) => list?.lastElementChild ?? null);
  if (log?.parentElement && lines !== play.drawn.lines) log.parentElement.scrollTop = log.scrollHeight;
  if (talked && said !== play.drawn.said) talked.scrollTop = talked.scrollHeight;
  play.drawn = { box: open, lines, said };
  if (!box && play.byKeys && document.activeElement === document.body) {
    // A played card takes the focus along: on to what may be chosen next, even while a won trick still lies there. Of
    // bids and trumps it gets the group alone, so that an Enter too many chooses none of them.
    first('.bids, .trumps, .hand .legal[tabindex="0"]')?.focus({ preventScroll: true });
  }
}
