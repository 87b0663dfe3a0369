// Cards on the table: the trick that is played, and the one before.
import { h } from "../site/render.js";
import { hueOf, keysOf, momentOf, placeOf } from "./scene.js";

/**
 * Return the cards on the table, each before its seat; the winning one glows.
 * @param {Scene} scene
 * @param {Deck} deck
 * @param {Played[]} trick
 */
export function trickArea(scene, deck, trick) {
  const moment = momentOf(scene);
  const keys = keysOf(trick.map(({ card }) => card));
  const cards = trick.map(({ seat, card }, place) => {
    const wins = moment.winning === seat;
    const words = `${scene.names[seat]}: ${deck.words(card)}${wins ? ", winning" : ""}`;
    return h(
      "li",
      {
        key: `played-${keys[place]}`,
        class: `played ${hueOf(seat)} ${wins ? "winning" : ""} ${moment.held ? "held" : ""}`,
        style: { ...placeOf(scene, seat), "--order": place },
      },
      h(
        "span",
        {
          class: "card",
          role: "img",
          "aria-label": words,
          "data-flip": `card-${keys[place]}`,
          "data-from": `seat-${seat}`,
          "data-to": moment.held && moment.winning !== null ? `seat-${moment.winning}` : null,
        },
        deck.face(card),
      ),
      h("bdi", { class: "caption", "aria-hidden": "true" }, scene.seat === seat ? "you" : scene.names[seat]),
    );
  });
  return h(
    "ol",
    { key: "trick", class: `trick ${moment.held ? "held" : ""}`, "aria-label": "Cards on the table" },
    cards,
  );
}

/**
 * Return the last trick, small, with its winner.
 * @param {Scene} scene
 * @param {Deck} deck
 */
export function lastTrick(scene, deck) {
  const last = momentOf(scene).last_trick;
  if (!last) return null;
  return h(
    "details",
    { key: "last", class: "last-trick" },
    h("summary", null, "Last trick"),
    h(
      "ol",
      { class: "small-cards" },
      last.cards.map(({ seat, card }) =>
        h(
          "li",
          { key: card, class: last.winner === seat ? "winning" : "" },
          h(
            "span",
            { class: "card", role: "img", "aria-label": `${scene.names[seat]}: ${deck.words(card)}` },
            deck.face(card),
          ),
          h("bdi", { class: "caption", "aria-hidden": "true" }, scene.names[seat]),
        ),
      ),
    ),
    h("p", null, h("bdi", null, scene.names[last.winner]), " took it."),
  );
}

/**
 * Return the suit that must be followed, or null.
 * @param {Scene} scene
 * @param {Deck} deck
 */
export function ledSuit(scene, deck) {
  const { state, held } = momentOf(scene);
  const first = state.trick?.[0]?.card;
  return state.led ?? (first && held ? deck.suit(first) : null);
}

/**
 * Return a moment with a trick that is just over still on the table, or null if none is.
 * @param {Moment} moment
 * @param {Moment | null} before
 * @returns {Moment | null}
 */
export function trickHeld(moment, before) {
  const trick = moment.last_trick;
  if (!trick || (before && tricksIn(moment) === tricksIn(before))) return null;
  return { ...moment, held: true, winning: trick.winner, state: { ...moment.state, trick: trick.cards } };
}

/** @param {Moment} moment */
function tricksIn({ state }) {
  return (state.tricks ?? []).reduce((/** @type {number} */ sum, /** @type {number} */ won) => sum + won, 0);
}

/**
 * Return what the person is to do now, in one sentence; `phases` tells of what is done beside playing cards.
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {string | undefined} saying
 * @param {Record<string, { mine: string, theirs: string }>} phases
 */
export function statusWords(scene, table, saying, phases = {}) {
  if (saying) return saying;
  if (table?.waiting) return "The cards are dealt. The match has not begun yet.";
  const moment = momentOf(scene);
  if (moment.held && moment.winning !== null) return `${scene.names[moment.winning ?? 0]} takes the trick.`;
  if (!scene.now) return scene.places ? "The match is over." : "The deal is over.";
  const { to_move: turn, phase, trick } = scene.now.state;
  if (turn === null) return "";
  const words = phases[phase];
  if (scene.seat === null || turn !== scene.seat)
    return words ? `${scene.names[turn]} ${words.theirs}` : `${scene.names[turn]} is to play.`;
  return words?.mine ?? (trick?.length ? "Your turn: play a card." : "Your lead: play a card.");
}
