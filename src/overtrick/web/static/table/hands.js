// Hands: one's own at the lower edge, to choose from or only to look at, and those of the others, small.
import { cardBack } from "../cards/shapes.js";
import { h } from "../site/render.js";
import { keysOf, momentOf, seatBelow, turnOf } from "./scene.js";

const LONGEST_ROW = 9;
const MOST_BACKS = 20;

/**
 * What a card of the hand is for now: the action that it stands for, or why there is none.
 * @typedef {{ cards: string[] | null, actions: Map<string, string>, refused: Record<string, string>, notYet: string, early: boolean }} Offer
 */

/**
 * Return what the cards of a hand stand for: a card is named as its action, or the only action that names it.
 * @param {string[] | null} cards
 * @param {Moment} moment
 * @param {string} notYet what to say to a card that cannot be played before something else is done
 * @param {boolean} early whether a card may be chosen before the turn: the next thing to do is to play one
 * @returns {Offer}
 */
export function offerOf(cards, moment, notYet = "", early = true) {
  const legal = moment.legal ?? [];
  /** @type {Map<string, string>} */
  const actions = new Map();
  for (const card of cards ?? []) {
    const naming = legal.filter((action) => action === card || action.split(" ").includes(card));
    if (legal.includes(card)) actions.set(card, card);
    else if (naming.length === 1 && naming[0].split(" ").length === 2) actions.set(card, naming[0]);
  }
  return { cards, actions, refused: moment.refused ?? {}, notYet, early };
}

/**
 * Return the hand at the lower edge: cards to choose from, or only to look at.
 * @param {Scene} scene
 * @param {Deck} deck
 * @param {Offer} offer
 * @param {Actions | null} actions
 */
export function ownHand(scene, deck, offer, actions) {
  const { cards } = offer;
  if (!cards) return null;
  const choosing = Boolean(actions?.act) && offer.actions.size > 0;
  const half = Math.ceil(cards.length / 2);
  const dealt = Math.max(cards.length, Number(momentOf(scene).state.cards) || 0); // so that a hand keeps its rows
  const drawn = keysOf(cards).map((key, place) => handCard(scene, deck, cards[place], key, choosing, offer, actions));
  const rows = dealt > LONGEST_ROW ? [drawn.slice(0, half), drawn.slice(half)] : [drawn];
  const attrs = {
    key: "hand",
    class: `hand ${choosing ? "choosing" : ""}`,
    role: "group",
    "aria-label": scene.seat === null ? `Hand of ${scene.names[seatBelow(scene)]}` : "Your hand",
    "data-roving": "row",
    style: { "--all": cards.length, "--half": half, "--rows": rows.length },
  };
  return h(
    "div",
    attrs,
    rows.map((row, place) => h("div", { key: `row-${place}`, class: "hand-row" }, row)),
  );
}

/**
 * @param {Scene} scene
 * @param {Deck} deck
 * @param {string} card
 * @param {string} key
 * @param {boolean} choosing
 * @param {Offer} offer
 * @param {Actions | null} actions
 */
function handCard(scene, deck, card, key, choosing, offer, actions) {
  const words = deck.words(card);
  const attrs = { key, "data-flip": `card-${key}`, "data-from": "deck", "data-card": card };
  const act = actions?.act;
  if (!act) return h("span", { ...attrs, class: "card", role: "img", "aria-label": words }, deck.face(card));
  const action = choosing ? offer.actions.get(card) : undefined;
  const refused = choosing && action === undefined ? (offer.refused[card] ?? null) : null;
  const turn = turnOf(scene);
  const mayPlan = actions.plan && offer.early && !choosing && turn !== null && turn !== scene.seat;
  if (mayPlan) return earlyCard(attrs, words, deck.face(card), actions.planned === key, () => actions.plan(card, key));
  const say = (/** @type {string} */ sentence) => actions.explain?.(sentence);
  return h(
    "button",
    {
      ...attrs,
      type: "button",
      class: `card ${action === undefined ? "" : "legal"} ${refused ? "refused" : ""}`,
      "aria-label": refused ? `${words}: ${refused}` : words,
      "aria-disabled": action === undefined ? "true" : null,
      title: refused ?? words,
      on: {
        click: () => (action === undefined ? say(refused ?? whyNotYet(scene, offer)) : act(action)),
        focus: () => refused && say(refused),
      },
    },
    deck.face(card),
  );
}

/**
 * Return a card that may be chosen before the turn, to be played when it comes.
 * @param {Attributes} attrs
 * @param {string} words
 * @param {Tree} face
 * @param {boolean} planned
 * @param {() => void} click
 */
function earlyCard(attrs, words, face, planned, click) {
  const about = { title: planned ? `${words}: take it back` : `${words}: play it when it is your turn` };
  const state = { class: planned ? "card planned" : "card", "aria-label": words, "aria-pressed": String(planned) };
  return h("button", { ...attrs, ...about, ...state, type: "button", on: { click } }, face);
}

/**
 * @param {Scene} scene
 * @param {Offer} offer
 */
function whyNotYet(scene, offer) {
  const turn = turnOf(scene);
  if (turn === null) return "";
  return turn === scene.seat ? offer.notYet : `It is the turn of ${scene.names[turn]}.`;
}

/**
 * Return the cards of a seat that is not at the lower edge, small: faces if they are known, else so many backs.
 * @param {Scene} scene
 * @param {Deck} deck
 * @param {number} seat
 * @param {string[] | null} known
 * @param {number} count
 */
export function farHand(scene, deck, seat, known, count) {
  if (!known) {
    const backs = Array.from({ length: Math.min(count, MOST_BACKS) }, (_, place) =>
      h("span", { key: place, class: "card" }, cardBack()),
    );
    return h("div", { class: "far-hand", "aria-hidden": "true", style: { "--all": count } }, backs);
  }
  const words = known.map((card) => deck.words(card)).join(", ");
  const attrs = { class: "far-hand known", role: "img", "aria-label": `Hand of ${scene.names[seat]}: ${words}` };
  return h(
    "div",
    { ...attrs, style: { "--all": known.length } },
    keysOf(known).map((key, place) =>
      h("span", { key, class: "card", "data-flip": `card-${key}` }, deck.face(known[place])),
    ),
  );
}
