// A book of Figgie: what one holds of a suit, its best bid and offer, and what may be quoted and traded.
import { suitIcon, suitLetter, suitShape } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { momentOf } from "../../table/scene.js";

const PRICE = /^[1-9]\d{0,6}$/;

/**
 * What may be done in a book: whether one may buy and sell, and the lowest and highest quotes.
 * @typedef {{ buy: boolean, sell: boolean, bid: [number, number] | null, offer: [number, number] | null }} Choice
 * @typedef {{ price: number, seat: number } | null} Quote
 */

/**
 * Return the book of a suit.
 * @param {Scene} scene
 * @param {string} suit
 * @param {Actions | null} actions
 */
export function book(scene, suit, actions) {
  const { state } = momentOf(scene);
  const held = scene.seat === null ? null : (state.hands[scene.seat]?.[suit] ?? null);
  /** @type {Choice | null} */
  const choice = scene.now?.choices?.[suit] ?? null;
  const odds = actions?.odds?.[suit] ?? null;
  const goal = state.goal_suit === suit;
  const last = state.last_prices[suit];
  const key = h("kbd", { "aria-hidden": "true" }, suitLetter(suit).toLowerCase());
  return h(
    "section",
    { key: suit, class: `book suit-${suit} ${goal ? "goal" : ""}`, "aria-label": `Book of ${suit}` },
    h(
      "header",
      null,
      h("h2", null, suitIcon(suit), h("span", null, suit), key),
      goal && h("b", { class: "goal-mark" }, "goal"),
      last !== null && h("span", { class: "last-price" }, `last ${last}`),
    ),
    held !== null && suitPile(suit, held),
    odds !== null && h("p", { class: "odds" }, `goal: ${Math.round(odds * 100)} %`),
    h(
      "div",
      { class: "sides" },
      bookSide(scene, suit, "bid", state.bids[suit], choice, actions),
      bookSide(scene, suit, "offer", state.offers[suit], choice, actions),
    ),
    actions?.act && quoteForm(scene, suit, choice, actions),
  );
}

/**
 * @param {string} suit
 * @param {number} count
 */
function suitPile(suit, count) {
  const cards = Array.from({ length: count }, (_, place) =>
    h(
      "svg",
      { key: place, viewBox: "0 0 60 84" },
      h("rect", { class: "paper", x: 0.5, y: 0.5, width: 59, height: 83, rx: 7 }),
      suitShape(suit, 15, 17, 20),
      suitShape(suit, 34, 48, 34),
    ),
  );
  return h(
    "div",
    { class: "pile", role: "img", "aria-label": `You hold ${count} of ${suit}`, style: { "--all": count } },
    cards,
    h("b", { class: "pile-count" }, count),
  );
}

/**
 * @param {Scene} scene
 * @param {string} suit
 * @param {"bid" | "offer"} side
 * @param {Quote} quote
 * @param {Choice | null} choice
 * @param {Actions | null} actions
 */
function bookSide(scene, suit, side, quote, choice, actions) {
  const takes = side === "bid" ? "sell" : "buy";
  const own = quote && quote.seat === scene.seat;
  const penny = pennyPrice(side, quote, choice?.[side] ?? null);
  const word = side === "bid" ? "bid" : offerWord(scene);
  return h(
    "div",
    { class: `book-side side-${side} ${own ? "own" : ""}` },
    h("span", { class: "side-word" }, side === "bid" ? "Bid" : "Offer"),
    quote
      ? h("span", { class: "quote" }, h("b", null, quote.price), h("bdi", null, own ? "you" : scene.names[quote.seat]))
      : h("span", { class: "quote none" }, "none"),
    actions?.act && tradeButton(takes, suit, quote, Boolean(choice?.[takes]), actions),
    actions?.act && pennyButton(side, word, suit, penny, actions),
  );
}

/** @param {Scene} scene */
function offerWord(scene) {
  return scene.options.model === "tick" ? "ask" : "offer";
}

/**
 * Return the price that is just better than the best one, if it may be quoted.
 * @param {"bid" | "offer"} side
 * @param {Quote} quote
 * @param {[number, number] | null} range
 */
export function pennyPrice(side, quote, range) {
  if (!range) return null;
  if (side === "bid") return range[0];
  return quote ? range[1] : null;
}

/**
 * @param {"buy" | "sell"} word
 * @param {string} suit
 * @param {Quote} quote
 * @param {boolean} allowed
 * @param {Actions} actions
 */
function tradeButton(word, suit, quote, allowed, actions) {
  const title = word === "buy" ? "Buy" : "Sell";
  const words = quote
    ? `${title} ${suit} at ${quote.price}`
    : `${title} ${suit}: there is no ${word === "buy" ? "offer" : "bid"}`;
  return h(
    "button",
    {
      type: "button",
      class: `trade ${word}`,
      disabled: !allowed,
      "aria-label": words,
      title: words,
      on: { click: () => actions.act?.(`${word} ${suit}`) },
    },
    title,
  );
}

/**
 * @param {"bid" | "offer"} side
 * @param {string} word
 * @param {string} suit
 * @param {number | null} price
 * @param {Actions} actions
 */
function pennyButton(side, word, suit, price, actions) {
  const words =
    price === null ? `No better ${side} is possible now` : `${side === "bid" ? "Bid" : "Offer"} ${suit} at ${price}`;
  const arrow = side === "bid" ? "▲" : "▼";
  return h(
    "button",
    {
      type: "button",
      class: "penny",
      disabled: price === null,
      "aria-label": words,
      title: words,
      on: { click: () => actions.act?.(`${word} ${suit} ${price}`) },
    },
    h("span", { "aria-hidden": "true" }, arrow),
    price === null ? " –" : ` ${price}`,
  );
}

/**
 * @param {Scene} scene
 * @param {string} suit
 * @param {Choice | null} choice
 * @param {Actions} actions
 */
function quoteForm(scene, suit, choice, actions) {
  const quote = (/** @type {string} */ word) => (/** @type {any} */ event) => {
    const field = event.target.closest(".quote-form").querySelector("input");
    if (PRICE.test(field.value.trim())) actions.act?.(`${word} ${suit} ${field.value.trim()}`);
    else actions.explain?.(`Type a whole number of dollars for ${suit} first.`);
    field.value = "";
  };
  const button = (
    /** @type {string} */ title,
    /** @type {boolean} */ disabled,
    /** @type {string} */ words,
    /** @type {string} */ word,
  ) => h("button", { type: "button", disabled, "aria-label": words, on: { click: quote(word) } }, title);
  return h(
    "div",
    { class: "quote-form" },
    h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 7,
      "aria-label": `Price for ${suit}`,
      placeholder: "$",
      autocomplete: "off",
    }),
    button("Bid", !choice?.bid, `Bid this price for ${suit}`, "bid"),
    button("Offer", !choice?.offer, `Offer ${suit} at this price`, offerWord(scene)),
  );
}
