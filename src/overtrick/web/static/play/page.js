// The page of a table to play at: all that stands there, from what is known of the table.
import { h } from "../site/render.js";
import { scorePad } from "../table/pad.js";
import { hintPanel, logPanel } from "../table/panels.js";
import { titleOf, watchers } from "./arrivals.js";
import { curtainDialog, dealDialog, finalDialog } from "./dialogs.js";
import { cardsInTheAir } from "./finish.js";
import { lessonPanel } from "./lesson.js";
import { menuDialog, topBar, waitingLine } from "./menu.js";
import { takenLine, waitingTools } from "./patience.js";
import { play, sentence } from "./state.js";
import { triedPanel } from "./tried.js";

/**
 * Whatever the page is made by, beside what is known.
 * @typedef {{
 *   title: string,
 *   drawing: Drawing,
 *   actions: Actions,
 *   talk: ReturnType<typeof import("./talk.js").talkOf>,
 *   queue: { waiting: boolean },
 * }} Means
 */

/**
 * Return the title of the page: who plays, once somebody does.
 * @param {string} title
 */
export function titleNow(title) {
  return play.latest ? titleOf(title, play.latest.scene.names) : title;
}

/**
 * Return the parts of the page.
 * @param {Means} means
 */
export function page(means) {
  const { title, drawing, actions, talk } = means;
  const { frame, latest } = play;
  if (!frame || !latest)
    return [
      topBar(title, null, false, actions),
      h("main", { key: "main", id: "main" }, h("p", { class: "loading" }, play.bye || "Connecting to the table…")),
    ];
  // The curtain belongs to the moment that is shown, all else about the table to the newest.
  const shown = {
    ...frame,
    table: {
      ...latest.table,
      bubbles: talk.bubbles(),
      curtain: frame.table.curtain,
      open: play.openHands,
    },
  };
  const scene = opened(frame);
  const idle = shown.table.curtain !== null || shown.table.may.return; // behind a curtain, or a bot has the seat
  const table = idle ? { ...shown.table, mine: [] } : shown.table;
  const inTurn = table.mine.length === 1 && !table.clock && !table.live && !play.bye; // so one may choose early
  /** @type {Actions} */
  const acting = { ...actions, act: table.mine.length && !table.waiting ? actions.act : null };
  if (!inTurn || table.waiting || scene.places) acting.plan = null;
  return [
    topBar(titleNow(title), shown, play.side, actions),
    lessonPanel(latest.table.lesson ? play.lesson : null, actions),
    notices(shown, actions),
    h(
      "div",
      { key: "play", class: hasCompany(shown.table) ? "play together" : "play" },
      h("main", { key: "main", class: "table-side", id: "main" }, drawing.draw(scene, table, acting)),
      hintPanel(play.hint, drawing, () => ((play.hint = null), actions.redraw?.())),
      h(
        "aside",
        {
          key: "side",
          id: "side",
          class: play.side ? "side shown" : "side",
          "aria-label": "Beside the table",
          tabindex: -1,
        },
        triedPanel(shown.table, drawing),
        logPanel(play.log),
        drawing.side(scene),
        scorePad(scene, drawing),
        talk.panel(shown.table, actions),
      ),
      tableFoot(shown, actions),
    ),
    dialog(shown, means),
    h("p", { key: "live", class: "sr-only", "aria-live": "polite", role: "status", id: "live" }, play.spoken),
  ];
}

/**
 * Return whether others sit here, or may, so that what is said below the table has to be in sight.
 * @param {Table} table
 */
function hasCompany({ chairs, mine }) {
  return chairs.some(({ person, open }, seat) => (person || open) && !mine.includes(seat));
}

/**
 * @param {Frame} frame
 * @param {Actions} actions
 */
function tableFoot(frame, actions) {
  return h(
    "section",
    { key: "foot", class: "table-foot", "aria-label": "Who waits and who watches" },
    watchers(frame),
    waitingTools(frame, actions),
  );
}

/**
 * Return what is to be known before anything else, over the upper edge of the table, so that nothing moves.
 * @param {Frame} frame
 * @param {Actions} actions
 */
function notices({ scene, table }, actions) {
  const lost = "The connection is lost. Trying again… Nothing of the game is lost.";
  return h(
    "div",
    { key: "notices", class: "notices" },
    !play.open && !play.bye && h("p", { key: "line", class: "notice", role: "alert" }, lost),
    play.bye && byeLine(),
    table.waiting && waitingLine(table, actions),
    !play.bye && takenLine(table, actions),
    scene.places && play.resultClosed && resultLine(actions),
  );
}

function byeLine() {
  return h(
    "p",
    { key: "bye", class: "notice" },
    sentence(play.bye),
    " ",
    h("a", { href: location.pathname }, "Come back"),
    " or go to the ",
    h("a", { href: "/" }, "start page"),
    ".",
  );
}

/** @param {Actions} actions */
function resultLine(actions) {
  const button = h("button", { type: "button", on: { click: actions.openResult } }, "Show the result");
  return h("div", { key: "result", class: "notice waiting" }, h("span", null, "The match is over."), button);
}

/**
 * @param {Frame} frame
 * @returns {Scene}
 */
function opened({ scene, hands }) {
  const { now } = scene;
  if (!play.openHands || !hands || !now) return scene;
  const plain = now.plain && { ...now.plain, hands };
  return { ...scene, now: { ...now, plain, state: { ...now.state, hands } } };
}

/**
 * @param {Frame} frame
 * @param {Means} means
 */
function dialog(frame, { drawing, actions, queue }) {
  const { scene, table } = frame;
  if (play.dialog) return menuDialog(play.dialog, frame, drawing, actions);
  if (frame.result) return dealDialog(frame.result, table, drawing, actions);
  if (scene.places && !play.resultClosed)
    return [finalDialog(frame, play.review, drawing, actions, play.result), cardsInTheAir()];
  if (table.curtain !== null && !play.bye && !queue.waiting) return curtainDialog(scene, table.curtain, actions);
  return null;
}
