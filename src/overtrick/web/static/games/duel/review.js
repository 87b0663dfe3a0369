// How a duel ended, what perfect play would have brought, and the plays that lost tricks.
import { suitIcon } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { resultTable } from "../../table/results.js";
import { nameOf } from "../../table/scene.js";

/**
 * @typedef {{ trick: number, seat: number, card: string, lost: number, better: string[] }} Slip
 * @typedef {{ plays: Slip[], promised: number[], tricks: number[], lost: number[] }} Review
 */

/**
 * Return the review of a duel.
 * @param {Scene} scene
 * @param {Review} review
 * @param {Deck} deck
 */
export function duelReview(scene, review, deck) {
  const slips = review.plays.filter((play) => play.lost > 0);
  return h(
    "section",
    { class: "review", "aria-labelledby": "review-title" },
    h("h3", { id: "review-title" }, "Against perfect play"),
    resultTable({
      words: ["Player"],
      numbers: ["If both were perfect", "Really", "Given away"],
      rows: scene.names.map((_, seat) => promiseRow(scene, review, seat)),
    }),
    slips.length === 0
      ? h("p", null, "No play of this game lost a trick: both played perfectly.")
      : resultTable({
          cls: "slips",
          caption: "Plays that lost tricks",
          words: ["Trick", "Player", "Played", "Lost", "Better"],
          rows: slips.map((play, place) => slipRow(scene, play, place, deck)),
        }),
  );
}

/**
 * @param {Scene} scene
 * @param {Review} review
 * @param {number} seat
 */
function promiseRow(scene, review, seat) {
  return h(
    "tr",
    { key: seat, class: seat === scene.seat ? "own" : "" },
    h("th", { scope: "row" }, h("bdi", null, nameOf(scene, seat))),
    h("td", { class: "number" }, review.promised[seat]),
    h("td", { class: "number" }, h("b", null, review.tricks[seat])),
    h("td", { class: "number" }, review.lost[seat]),
  );
}

/**
 * @param {Scene} scene
 * @param {Slip} play
 * @param {number} place
 * @param {Deck} deck
 */
function slipRow(scene, play, place, deck) {
  return h(
    "tr",
    { key: place, class: play.seat === scene.seat ? "own" : "" },
    h("td", null, play.trick),
    h("td", null, h("bdi", null, scene.names[play.seat])),
    h("td", null, shortCard(play.card, deck)),
    h("td", null, play.lost),
    h(
      "td",
      { class: "cards" },
      play.better.map((card) => shortCard(card, deck)),
    ),
  );
}

/**
 * @param {string} card
 * @param {Deck} deck
 */
function shortCard(card, deck) {
  const suit = deck.suit(card) ?? "";
  return h(
    "span",
    { key: card, class: `suit-count suit-${suit}`, title: deck.words(card) },
    suitIcon(suit),
    h("span", { "aria-hidden": "true" }, card.slice(1)),
    h("span", { class: "sr-only" }, deck.words(card)),
  );
}
