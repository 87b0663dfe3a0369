// The plain drawing, for every game that brings none of its own: seats around, what lies in the middle, what is known
// of each seat and of all, one's own hand, and a button for everything that may be done.
import { actionText, deckOf, withSigns } from "../cards/deck.js";
import { hasShape, suitLabel } from "../cards/shapes.js";
import { h } from "../site/render.js";
import { farHand, offerOf, ownHand } from "./hands.js";
import { fact, plate, seatList, strip } from "./plates.js";
import { heading } from "./results.js";
import { isMine, momentOf, seatBelow, seatsAround, turnOf } from "./scene.js";
import { lastTrick, trickArea } from "./tricks.js";

const MANY_CHOICES = 11;
const MOST_BUTTONS = 60; // more actions than these are typed
const MANY_SEATS = 6; // more sit in rows

/** @type {Plain} */
const NOTHING = { turn: null, hands: [], centre: [], columns: {}, facts: {}, words: {} };

/**
 * Return how to draw any game.
 * @param {Look} look
 * @returns {Partial<Drawing>}
 */
export function drawing(look) {
  const deck = deckOf(look.suits);
  const suit = (/** @type {string} */ value) => look.suits.find(({ letter }) => letter === value)?.word ?? value;
  const label = (/** @type {string} */ action) => heading(actionText(action, deck, look.suits));
  const told = (/** @type {string} */ value) =>
    hasShape(suit(value)) ? suitLabel(suit(value)) : withSigns(value, look.suits);
  return {
    draw: (scene, table, actions) => drawPlain(scene, table, actions, worded(deck, plainOf(scene).words), label, told),
    turnWords,
    held: centreHeld,
    lengthOf: (scene) => (plainOf(scene).centre.length ? 700 : 520),
    stopWord: (scene) => (momentOf(scene).last_trick === undefined ? "stop" : "trick"),
  };
}

/** @param {Scene} scene */
function plainOf(scene) {
  return momentOf(scene).plain ?? NOTHING;
}

/**
 * Return a deck whose cards are called as the server says.
 * @param {Deck} deck
 * @param {Record<string, string>} words
 * @returns {Deck}
 */
export function worded(deck, words) {
  return { ...deck, words: (card) => words[card]?.replace(/^the /, "") ?? deck.words(card) };
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 * @param {Deck} deck
 * @param {(action: string) => string} label
 * @param {(value: string) => Child} told
 */
function drawPlain(scene, table, actions, deck, label, told) {
  const { hands, centre, facts } = plainOf(scene);
  const moment = momentOf(scene);
  const [below, ...others] = seatsAround(scene);
  const offer = offerOf(hands[below] ?? null, moment, "First choose one of the actions above.");
  return h(
    "section",
    {
      key: "felt",
      class: `felt plain seats-${scene.seats} ${scene.seats > MANY_SEATS ? "many" : ""}`,
      "aria-label": "Table",
    },
    strip(Object.entries(facts).map(([name, value]) => fact(heading(name), told(value)))),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      seatList([...others, below].map((seat) => plainPlate(scene, table, seat, deck, told))),
      trickArea(scene, deck, centre),
      lastTrick(scene, deck),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      h(
        "p",
        { key: "status", class: `status ${isMine(scene) ? "mine" : ""}`, id: "status" },
        statusOf(scene, table, actions),
      ),
      choiceButtons(scene, offer, actions, label),
      ownHand(scene, deck, offer, actions),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 * @param {Deck} deck
 * @param {(value: string) => Child} told
 */
function plainPlate(scene, table, seat, deck, told) {
  const { columns, hands } = plainOf(scene);
  const parts = Object.entries(columns).map(([name, values]) => [heading(name), valueWords(values[seat])]);
  const hasTotals = "totals" in columns || "total" in columns;
  if (scene.deals !== 1 && !hasTotals) parts.push(["Total", String(scene.totals[seat])]);
  const hand = hands[seat] ?? null;
  const cards = seat === seatBelow(scene) || !hand ? null : farHand(scene, deck, seat, hand, hand.length);
  const words = `${scene.names[seat]}: ${parts.map((part) => part.join(" ").toLowerCase()).join(", ")}.`;
  const shown = parts.map(([name, value]) =>
    h("span", { key: name, class: "part" }, `${name} `, h("b", null, told(value))),
  );
  return plate(scene, table, seat, { lines: [h("div", { class: "plate-line parts" }, shown)], cards, words });
}

/** @param {Scene} scene */
function turnWords(scene) {
  const { phase } = momentOf(scene).state;
  return typeof phase === "string" ? `Your turn: ${phase}.` : "Your turn.";
}

/** @param {number | string | boolean | null} value */
function valueWords(value) {
  if (value === null || value === "") return "–";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 */
function statusOf(scene, table, actions) {
  if (actions?.saying) return actions.saying;
  if (table?.waiting) return "The cards are dealt. The match has not begun yet.";
  const { held, winning } = momentOf(scene);
  if (held) return winning === null ? "" : `${scene.names[winning ?? 0]} takes the trick.`;
  if (!scene.now) return scene.places ? "The match is over." : "The deal is over.";
  const wish = scene.seat === null ? null : table?.wish?.[scene.seat];
  if (wish) return `Chosen: ${wish}. The others choose too.`;
  const turn = turnOf(scene);
  if (turn === null) return "";
  if (scene.now.legal && actions?.act) return turnWords(scene);
  return `${scene.names[turn]} is to move.`;
}

/**
 * @param {Scene} scene
 * @param {import("./hands.js").Offer} offer
 * @param {Actions | null} actions
 * @param {(action: string) => string} label
 */
function choiceButtons(scene, offer, actions, label) {
  const act = actions?.act;
  const byCard = new Set(offer.actions.values());
  const rest = (scene.now?.legal ?? []).filter((action) => !byCard.has(action));
  if (!act || !rest.length) return null;
  if (rest.length > MOST_BUTTONS) return typedChoice(rest, act, actions);
  const attrs = { key: "choices", role: "group", "aria-label": "What you may do", "data-roving": "grid", tabindex: -1 };
  return h(
    "div",
    { ...attrs, class: rest.length > MANY_CHOICES ? "bids choices many" : "bids choices" },
    rest.map((action) => {
      const number = /^bid (\d+)$/.exec(action)?.[1] ?? null;
      const on = { click: () => act(action) };
      return h("button", { key: action, type: "button", class: "bid choice", "data-bid": number, on }, label(action));
    }),
  );
}

/**
 * @param {string[]} legal
 * @param {(action: string) => void} act
 * @param {Actions} actions
 */
function typedChoice(legal, act, actions) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const field = event.target.querySelector("input");
    const action = field.value.trim();
    if (legal.includes(action)) act(action);
    else actions.explain?.(`"${action}" is no action now; allowed: ${legal[0]}, ${legal[1]} and so on`);
    field.value = "";
  };
  return h(
    "form",
    { key: "choices", class: "typed-choice", on: { submit } },
    h("input", {
      type: "text",
      list: "legal",
      "aria-label": "What you do",
      placeholder: legal[0],
      autocomplete: "off",
    }),
    h(
      "datalist",
      { id: "legal" },
      legal.map((action) => h("option", { key: action, value: action })),
    ),
    h("button", { type: "submit", class: "bid choice" }, "Do it"),
  );
}

/**
 * Return a moment with the last card that was played still in the middle, if the rulebook has cleared it since.
 * @param {Moment} moment
 * @param {Moment | null} before
 * @returns {Moment | null}
 */
export function centreHeld(moment, before) {
  const [then, now, last] = [before?.plain?.centre ?? [], moment.plain?.centre ?? [], moment.last.at(-1)];
  if (!moment.plain || !then.length || now.length || !last || last.action.includes(" ")) return null;
  const centre = [...then, { seat: last.seat, card: last.action }];
  return { ...moment, held: true, winning: moment.last_trick?.winner ?? null, plain: { ...moment.plain, centre } };
}
