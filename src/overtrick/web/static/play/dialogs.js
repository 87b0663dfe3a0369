// The dialogs that the course of the match opens: after a deal, at the end, between people at one screen.
import { h } from "../site/render.js";
import { dialogBox } from "../table/dialog.js";
import { verdict } from "../table/results.js";

/**
 * Return what a deal brought.
 * @param {Scene} result
 * @param {Drawing} drawing
 * @param {Actions} actions
 */
export function dealDialog(result, drawing, actions) {
  const word = drawing.dealWord;
  return dialogBox({
    key: `round-${result.deal}`,
    title: dealTitle(result, word),
    body: drawing.result(result),
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
 */
export function finalDialog({ scene: last, table }, review, drawing, actions) {
  const scene = table.mine.length > 1 ? { ...last, seat: null } : last; // nobody is "you" where several look
  return dialogBox({
    key: "final",
    title: verdict(scene),
    body: [h("p", { class: "verdict-small" }, "The match is over."), drawing.final(scene, review)],
    wide: true,
    close: actions.closeResult,
    buttons: [
      table.may.again &&
        h(
          "button",
          { key: "again", type: "button", class: "primary", "data-first": "", on: { click: actions.again } },
          "Play again",
        ),
      table.next &&
        !table.may.again &&
        h("a", { key: "next", class: "button primary", href: table.next }, "To the next match"),
      table.replay && h("a", { key: "replay", class: "button", href: table.replay }, "Look at it again"),
      h("a", { key: "home", class: "button", href: "/" }, "Start page"),
    ],
  });
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
