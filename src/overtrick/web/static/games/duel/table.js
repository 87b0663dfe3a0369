// The duel: two hands of French cards, ten tricks, and after the game how perfect players would have done.
import { cardWords, suitIcon, suitLabel, suitOf } from "../../cards/cards.js";
import { h } from "../../site/render.js";
import { resultTable } from "../../table/result_table.js";
import { farHand, lastTrick, ledSuit, momentOf, nameOf, ownHand } from "../../table/table.js";
import { plate, seatBelow, seatsAround, statusWords, trickArea } from "../../table/table.js";

/** Return the table of the duel. */
export function drawDuel(scene, table, actions) {
  const around = seatsAround(scene);
  const mine = scene.seat !== null && scene.now?.state.to_move === scene.seat;
  return h(
    "section",
    { key: "felt", class: "felt duel seats-2", "aria-label": "Table" },
    duelStrip(scene),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      h(
        "ul",
        { key: "seats", class: "seats", "aria-label": "Seats" },
        [around[1], around[0]].map((seat) => duelPlate(scene, table, seat)),
      ),
      trickArea(scene),
      lastTrick(scene, "last"),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      h(
        "p",
        { key: "status", class: `status ${mine ? "mine" : ""}`, id: "status" },
        statusWords(scene, table, actions?.saying),
      ),
      ownHand(scene, actions),
    ),
  );
}

function duelStrip(scene) {
  const { state } = momentOf(scene);
  const led = ledSuit(scene);
  const trick = Math.min(state.tricks_played + (momentOf(scene).held ? 0 : 1), state.cards);
  return h(
    "dl",
    { key: "strip", class: "strip" },
    h("div", { class: "fact" }, h("dt", null, "Trick"), h("dd", null, `${trick} of ${state.cards}`)),
    h(
      "div",
      { class: "fact" },
      h("dt", null, "Led"),
      h("dd", null, led ? suitLabel(led) : h("span", { class: "faint" }, "–")),
    ),
    h("div", { class: "fact" }, h("dt", null, "Tricks"), h("dd", null, state.tricks.join(" : "))),
  );
}

function duelPlate(scene, table, seat) {
  const { state } = momentOf(scene);
  const won = state.tricks[seat];
  const words = `${scene.names[seat]} has taken ${won} of ${state.tricks_played} ${state.tricks_played === 1 ? "trick" : "tricks"}.`;
  const lines = [
    h(
      "div",
      { class: "plate-line tricks" },
      h("span", { class: "count" }, h("b", null, won), won === 1 ? " trick" : " tricks"),
      piles(won),
    ),
  ];
  const here = state.trick.some((play) => play.seat === seat) && !momentOf(scene).held;
  const left = Math.max(0, state.cards - state.tricks_played - (here ? 1 : 0));
  const cards = seat === seatBelow(scene) ? null : farHand(scene, seat, left);
  return plate(scene, table, seat, { lines, cards, words });
}

function piles(won) {
  return h(
    "span",
    { class: "dots", "aria-hidden": "true" },
    Array.from({ length: won }, () => h("i", { class: "won" })),
  );
}

/** Return how the duel ended, what perfect play would have brought, and the plays that lost tricks. */
export function duelReview(scene, review) {
  if (!review) return null;
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
          rows: slips.map((play, place) => slipRow(scene, play, place)),
        }),
  );
}

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

function slipRow(scene, play, place) {
  return h(
    "tr",
    { key: place, class: play.seat === scene.seat ? "own" : "" },
    h("td", null, play.trick),
    h("td", null, h("bdi", null, scene.names[play.seat])),
    h("td", null, shortCard(play.card)),
    h("td", null, play.lost),
    h("td", { class: "cards" }, play.better.map(shortCard)),
  );
}

function shortCard(card) {
  const suit = suitOf("duel", card);
  const words = cardWords("duel", card);
  return h(
    "span",
    { key: card, class: `suit-count suit-${suit}`, title: words },
    suitIcon(suit),
    h("span", { "aria-hidden": "true" }, card.slice(1)),
    h("span", { class: "sr-only" }, words),
  );
}
