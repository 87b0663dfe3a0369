// The dialogs that the course of the match opens: after a round, at the end, between people at one screen.
import { finalResult, verdict } from "../table/final.js";
import { dialogBox } from "./menu.js";
import { roundResult } from "../table/panels.js";
import { h } from "../site/render.js";

/** Return what a round brought. */
export function roundDialog(result, actions) {
  const title = result.game === "wizard" ? `Round ${result.deal - 1} of ${result.deals}` : "The deal is over";
  return dialogBox({
    key: `round-${result.deal}`,
    title,
    body: roundResult(result),
    buttons: h(
      "button",
      { key: "go-on", type: "button", class: "primary", "data-first": "", on: { click: actions.goOn } },
      "Next round",
    ),
  });
}

/** Return the end of the match. */
export function finalDialog({ scene: last, table }, review, actions) {
  const scene = table.mine.length > 1 ? { ...last, seat: null } : last; // nobody is "you" where several look
  return dialogBox({
    key: "final",
    title: verdict(scene),
    body: [h("p", { class: "verdict-small" }, "The match is over."), finalResult(scene, review)],
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

/** Return the curtain between people at one screen. */
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
