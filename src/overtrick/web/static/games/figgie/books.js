// A book of Figgie: what one holds of a suit, its best bid and offer, and what may be quoted and traded.
import { suitIcon, suitLetter, suitShape } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { momentOf } from "../../table/scene.js";
import { priceChart } from "./chart.js";

const PRICE = /^([1-9]\d{0,5}|1000000)$/;
/** @type {Record<string, string>} */
const typed = {}; // what stands in the price fields, by side and suit
const REACTION_MS = 300; // whoever clicks so soon after a price has changed has meant the one before
/** @type {Record<string, { price: number | null, before: number | null, at: number }>} */
const shown = {}; // the prices that can be taken, by word and suit

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
  const { state, tape, left } = momentOf(scene);
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
    priceChart(tape, suit, state.clock, state.clock + left),
    odds !== null && h("p", { class: "odds" }, `goal: ${Math.round(odds * 100)} %`),
    h(
      "div",
      { class: "sides" },
      bookSide(scene, suit, "bid", state.bids[suit], choice, actions),
      bookSide(scene, suit, "offer", state.offers[suit], choice, actions),
    ),
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
 * Return one side of a book: the best quote, how to take it, and the one way to quote there.
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
  const seated = actions && scene.seat !== null; // what cannot be used yet has its place all the same
  noteQuote(`${takes} ${suit}`, quote?.price ?? null, performance.now());
  return h(
    "div",
    { class: `book-side side-${side} ${own ? "own" : ""}` },
    h("span", { class: "side-word" }, side === "bid" ? "Bid" : "Offer"),
    quote
      ? h("span", { class: "quote" }, h("b", null, quote.price), h("bdi", null, own ? "you" : scene.names[quote.seat]))
      : h("span", { class: "quote none" }, "none"),
    seated && tradeButton(scene, takes, suit, quote, actions.act ? choice : null, actions),
    seated && quoteForm(scene, suit, side, quote, (actions.act && choice?.[side]) || null, actions),
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
 * Note the price at which a suit can be bought or sold now.
 * @param {string} place
 * @param {number | null} price
 * @param {number} now
 */
export function noteQuote(place, price, now) {
  if (shown[place]?.price === price) return;
  shown[place] = { price, before: shown[place]?.price ?? null, at: now };
}

/**
 * Return the price that somebody has in mind who takes a quote now: a worse one that has just come was not seen yet.
 * @param {"buy" | "sell"} word
 * @param {string} suit
 * @param {number | null} price what is there now
 * @param {number} now
 */
export function meantPrice(word, suit, price, now) {
  const { before, at } = shown[`${word} ${suit}`] ?? { before: null, at: 0 };
  if (before === null || now - at >= REACTION_MS) return price;
  return price === null || (word === "buy" ? price > before : price < before) ? before : price;
}

/**
 * Return the action that takes a quote; in a live market for no worse a price than the one that is seen.
 * @param {Scene} scene
 * @param {"buy" | "sell"} word
 * @param {string} suit
 */
export function takeAction(scene, word, suit) {
  if (scene.options.model !== "live") return `${word} ${suit}`;
  const { state } = momentOf(scene);
  const quote = (word === "buy" ? state.offers : state.bids)[suit];
  const price = meantPrice(word, suit, quote?.price ?? null, performance.now());
  return price === null ? `${word} ${suit}` : `${word} ${suit} ${price}`;
}

/**
 * Return the button that takes a quote; where that is not possible it says why.
 * @param {Scene} scene
 * @param {"buy" | "sell"} word
 * @param {string} suit
 * @param {Quote} quote
 * @param {Choice | null} choice
 * @param {Actions} actions
 */
function tradeButton(scene, word, suit, quote, choice, actions) {
  const title = word === "buy" ? "Buy" : "Sell";
  const side = word === "buy" ? "offer" : "bid";
  const words = quote ? `${title} ${suit} at ${quote.price}` : `${title} ${suit}: there is no ${side}`;
  const allowed = Boolean(choice?.[word]);
  const click = () => {
    const now = quote?.price ?? null;
    const meant = scene.options.model === "live" ? meantPrice(word, suit, now, performance.now()) : now;
    if (meant !== now) actions.explain?.(`Somebody was quicker: the ${side} of ${meant} for ${suit} is gone`);
    else if (allowed) actions.act?.(takeAction(scene, word, suit));
    else actions.explain?.(quote && choice ? refusalOf(scene, word, suit, quote) : words);
  };
  return h(
    "button",
    {
      type: "button",
      class: `trade ${word}`,
      "aria-disabled": String(!allowed),
      tabindex: allowed ? 0 : -1,
      "aria-label": words,
      title: words,
      on: { click },
    },
    title,
  );
}

/**
 * Return why a quote cannot be taken.
 * @param {Scene} scene
 * @param {"buy" | "sell"} word
 * @param {string} suit
 * @param {{ price: number, seat: number }} quote
 */
function refusalOf(scene, word, suit, quote) {
  if (quote.seat === scene.seat) return `This ${word === "buy" ? "offer" : "bid"} of ${suit} is your own`;
  return word === "buy" ? `You cannot pay ${quote.price}` : `You have no card of ${suit} to sell`;
}

/**
 * Return a field for a price and its button; without a price it is the one that is just better than the best.
 * @param {Scene} scene
 * @param {string} suit
 * @param {"bid" | "offer"} side
 * @param {Quote} quote
 * @param {[number, number] | null} range
 * @param {Actions} actions
 */
function quoteForm(scene, suit, side, quote, range, actions) {
  const place = `${side} ${suit}`;
  const penny = pennyPrice(side, quote, range);
  const wanted = (typed[place] ?? "").trim();
  const price = wanted || (penny === null ? "" : `${penny}`);
  const word = side === "bid" ? "Bid" : "Offer";
  const words = price ? `${word} ${suit} at ${price}` : `${word} ${suit}: type a price`;
  const quoteIt = (/** @type {any} */ event) => {
    const field = event.target.closest(".quote-form").querySelector("input");
    if (PRICE.test(price)) actions.act?.(`${side === "bid" ? "bid" : offerWord(scene)} ${suit} ${price}`);
    else actions.explain?.(`Type a whole number of dollars for ${suit} first.`);
    field.value = "";
    typed[place] = "";
    actions.redraw?.();
  };
  const typing = (/** @type {any} */ event) => {
    typed[place] = event.target.value;
    actions.redraw?.();
  };
  const enter = (/** @type {any} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    quoteIt(event);
  };
  return h(
    "div",
    { class: "quote-form" },
    h("input", {
      type: "text",
      inputmode: "numeric",
      maxlength: 7,
      "aria-label": `${side === "bid" ? "Bid" : "Offer"} price for ${suit}`,
      placeholder: penny === null ? "$" : `${penny}`,
      autocomplete: "off",
      enterkeyhint: "go",
      disabled: !actions.act,
      on: { input: typing, keydown: enter },
    }),
    h(
      "button",
      {
        type: "button",
        class: "quote-it",
        disabled: !range,
        "aria-label": words,
        title: words,
        on: { click: quoteIt },
      },
      word,
    ),
  );
}
