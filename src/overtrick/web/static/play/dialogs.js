// The dialogs that the course of the match opens: after a deal, at the end, between people at one screen.
import { h } from "../site/render.js";
import { dialogBox } from "../table/dialog.js";
import { verdict } from "../table/results.js";
import { podium } from "./finish.js";
import { WHOLE_GAME } from "./lesson.js";
import { triedPart } from "./tried.js";

/**
 * Return what a deal brought.
 * @param {Scene} result
 * @param {Table} table
 * @param {Drawing} drawing
 * @param {Actions} actions
 */
export function dealDialog(result, table, drawing, actions) {
  const word = drawing.dealWord;
  return dialogBox({
    key: `round-${result.deal}`,
    title: dealTitle(result, word),
    body: [drawing.result(result), triedPart(table, drawing)],
    buttons: h(
      "button",
      { key: "go-on", type: "button", class: "primary", "data-first": "", on: { click: actions.goOn } },
      `Next ${word.toLowerCase()}`,
    ),
  });
}

/**
 * Return which deal has just ended: "Round 3 of 15".
 * @param {Scene} scene as it is with the next deal on the table
 * @param {string} word
 */
export function dealTitle({ deal, deals }, word) {
  return `${word} ${deal - 1}${deals === null ? "" : ` of ${deals}`}`;
}

/**
 * Return the end of the match.
 * @param {Frame} frame
 * @param {any} review
 * @param {Drawing} drawing
 * @param {Actions} actions
 * @param {Result | null} [result]
 */
export function finalDialog({ scene: last, table, story = [] }, review, drawing, actions, result = null) {
  const scene = table.mine.length > 1 ? { ...last, seat: null } : last; // nobody is "you" where several look
  return dialogBox({
    key: "final",
    title: verdict(scene),
    body: [
      podium(scene, table),
      table.lesson?.closing && h("p", { key: "lesson", class: "lesson-end" }, table.lesson.closing),
      story.length > 0 && h("p", { key: "story", class: "story" }, story.join(" ")),
      h(
        "p",
        { key: "verdict", class: "verdict-small" },
        table.daily ? dailyWords(table.daily) : "The match is over. ",
        result && !table.daily && ratingWords(result),
      ),
      drawing.final(scene, review),
      triedPart(table, drawing),
    ],
    wide: true,
    close: actions.closeResult,
    buttons: [
      table.may.again &&
        h(
          "button",
          { key: "again", type: "button", class: "primary", "data-first": "", on: { click: actions.again } },
          table.lesson ? WHOLE_GAME : "Play again",
        ),
      table.next &&
        !table.may.again &&
        h(
          "a",
          { key: "next", class: "button primary", href: table.next },
          table.daily ? goOnWord(table.daily) : "To the next match",
        ),
      table.replay && h("a", { key: "replay", class: "button", href: table.replay }, "Look at it again"),
      table.replay &&
        h("a", { key: "analysis", class: "button", href: `${table.replay}/analysis` }, "Analyse my decisions"),
      h("a", { key: "home", class: "button", href: "/" }, "Start page"),
    ],
  });
}

/** @param {{ part: number, of: number }} daily */
function dailyWords({ part, of }) {
  const left = of - part;
  if (!part || of === 1) return "That was your try at the deal of the day.";
  return left
    ? `That was table ${part} of ${of} of your try at the deal of the day.`
    : "That was the last table of your try at the deal of the day.";
}

/** @param {{ part: number, of: number }} daily */
function goOnWord({ part, of }) {
  return part === of ? "See your result" : "Go on";
}

/** @param {Result} result */
function ratingWords({ counts, mean, spread }) {
  const ends = [mean - 1.96 * spread, mean + 1.96 * spread].map(Math.round);
  const words = counts
    ? `Your rating is ${Math.round(mean)}, between ${ends[0]} and ${ends[1]}. `
    : "It does not count for your rating. ";
  return h("span", { key: "rating" }, words, h("a", { href: "/players/me" }, "Your games"));
}

/**
 * Return the curtain between people at one screen.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Actions} actions
 */
export function curtainDialog(scene, seat, actions) {
  const name = scene.names[seat];
  return dialogBox({
    key: `curtain-${seat}-${scene.step}`,
    title: h("span", null, "It is the turn of ", h("bdi", null, name)),
    shut: true,
    body: h("p", null, "Pass the screen on. Nobody else should look now."),
    buttons: h(
      "button",
      { key: "lift", type: "button", class: "primary", "data-first": "", on: { click: actions.lift } },
      h("span", null, "I am ", h("bdi", null, name), ", show my cards"),
    ),
  });
}
