// The duel: two hands of French cards, ten tricks, and after the game how perfect players would have done.
import { suitLabel } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { farHand, offerOf, ownHand } from "../../table/hands.js";
import { fact, plate, seatList, strip } from "../../table/plates.js";
import { finalTable } from "../../table/results.js";
import { isMine, momentOf, seatBelow, seatsAround } from "../../table/scene.js";
import { lastTrick, ledSuit, statusWords, trickArea } from "../../table/tricks.js";
import { duelReview } from "./review.js";

const BRIEF = [
  "Two hands from four suits, in which the ace is the lowest card.",
  "Follow the suit that was led if you can; otherwise play anything. There is no trump.",
  "The higher card of the led suit takes the trick, and its player leads the next one.",
  "Whoever takes more tricks wins.",
];
const KEYS = [
  ["← →", "choose a card"],
  ["Enter", "play it"],
  ["l", "last trick"],
];

/**
 * Return how to draw the duel.
 * @param {Look} _
 * @param {Drawing} usual
 * @returns {Partial<Drawing>}
 */
export function drawing(_, { deck }) {
  return {
    draw: (scene, table, actions) => drawDuel(scene, table, actions, deck),
    stopWord: () => "trick",
    final: (scene, review) => (review ? duelReview(scene, review, deck) : finalTable(scene, { unit: "Tricks" })),
    brief: BRIEF,
    keys: KEYS,
  };
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 * @param {Deck} deck
 */
function drawDuel(scene, table, actions, deck) {
  const [below, above] = seatsAround(scene);
  const moment = momentOf(scene);
  const status = statusWords(scene, table, actions?.saying);
  return h(
    "section",
    { key: "felt", class: "felt duel seats-2", "aria-label": "Table" },
    duelStrip(scene, deck),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      seatList([above, below].map((seat) => duelPlate(scene, table, seat, deck))),
      trickArea(scene, deck, moment.state.trick ?? []),
      lastTrick(scene, deck),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      h("p", { key: "status", class: `status ${isMine(scene) ? "mine" : ""}`, id: "status" }, status),
      ownHand(scene, deck, offerOf(moment.state.hands?.[below] ?? null, moment), actions),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Deck} deck
 */
function duelStrip(scene, deck) {
  const { state, held } = momentOf(scene);
  const led = ledSuit(scene, deck);
  const trick = Math.min(state.tricks_played + (held ? 0 : 1), state.cards);
  return strip(
    fact("Trick", `${trick} of ${state.cards}`),
    fact("Led", led ? suitLabel(led) : h("span", { class: "faint" }, "–")),
    fact("Tricks", state.tricks.join(" : ")),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 * @param {Deck} deck
 */
function duelPlate(scene, table, seat, deck) {
  const { state, held } = momentOf(scene);
  const won = state.tricks[seat];
  const played = `${state.tricks_played} ${state.tricks_played === 1 ? "trick" : "tricks"}`;
  const count = h("span", { class: "count" }, h("b", null, won), won === 1 ? " trick" : " tricks");
  const here = state.trick.some((/** @type {Played} */ play) => play.seat === seat) && !held;
  const left = Math.max(0, state.cards - state.tricks_played - (here ? 1 : 0));
  return plate(scene, table, seat, {
    lines: [h("div", { class: "plate-line tricks" }, count, piles(won))],
    cards: seat === seatBelow(scene) ? null : farHand(scene, deck, seat, state.hands?.[seat] ?? null, left),
    words: `${scene.names[seat]} has taken ${won} of ${played}.`,
  });
}

/** @param {number} won */
function piles(won) {
  const all = Array.from({ length: won }, () => h("i", { class: "won" }));
  return h("span", { class: "dots", "aria-hidden": "true" }, all);
}
