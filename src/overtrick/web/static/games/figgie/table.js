// Figgie: four books, what somebody may quote and trade there, the tape, and the review of a round.
import { suitIcon, suitLetter, suitShape } from "../../cards/cards.js";
import { typedWords } from "./keys.js";
import { h } from "../../site/render.js";
import { momentOf, plate, seatsAround, signed } from "../../table/table.js";

export const FIGGIE_SUITS = ["spades", "clubs", "diamonds", "hearts"];

/** Return the table of Figgie. */
export function drawFiggie(scene, table, actions) {
  const around = seatsAround(scene);
  return h(
    "section",
    { key: "felt", class: `felt figgie seats-${scene.seats}`, "aria-label": "Table" },
    figgieStrip(scene, table),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      h(
        "ul",
        { key: "seats", class: "seats", "aria-label": "Seats" },
        [...around.slice(1), around[0]].map((seat) => figgiePlate(scene, table, seat)),
      ),
      h(
        "div",
        { key: "books", class: "books" },
        FIGGIE_SUITS.map((suit) => book(scene, table, suit, actions)),
      ),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      figgieStatus(scene, table, actions),
      scene.seat !== null && ownLine(scene, actions),
    ),
  );
}

function figgieStrip(scene, table) {
  const moment = momentOf(scene);
  const ticks = moment.state.model === "tick";
  const pot = scene.seats === 5 ? 5 * 40 : 4 * 50;
  return h(
    "dl",
    { key: "strip", class: "strip" },
    stripFact("Clock", `${moment.left} ${ticks ? "ticks" : "turns"} left`),
    stripFact(
      "Quiet",
      moment.quiet_left > 0 ? `ends after ${moment.quiet_left} ${ticks ? "quiet ticks" : "passes"}` : "ended",
    ),
    stripFact("Pot", `$${pot}`),
    scene.seat !== null && stripFact("Your money", h("b", { class: "money" }, `$${moment.state.money[scene.seat]}`)),
    table?.clock &&
      !scene.places &&
      stripFact("Pace", table.clock.running ? [`${table.clock.seconds} s`, tickBar(scene, table.clock)] : "paused"),
  );
}

function tickBar(scene, clock) {
  return h(
    "span",
    { class: "tick-track", "aria-hidden": "true" },
    h("i", { key: scene.step, style: { "animation-duration": `${clock.left ?? clock.seconds}s` } }),
  );
}

function stripFact(name, value) {
  return h("div", { key: name, class: "fact" }, h("dt", null, name), h("dd", null, value));
}

function figgiePlate(scene, table, seat) {
  const moment = momentOf(scene);
  const { state } = moment;
  const did = moment.last.find((one) => one.seat === seat && one.action !== "pass");
  const hand = state.hands[seat];
  const lines = [
    h(
      "div",
      { class: "plate-line" },
      h("b", null, `$${state.money[seat]}`),
      h("span", null, `${state.held[seat]} cards`),
    ),
    hand &&
      seat !== scene.seat &&
      h(
        "div",
        { class: "plate-line suits" },
        FIGGIE_SUITS.map((suit) =>
          h("span", { key: suit, class: `suit-count suit-${suit}` }, suitIcon(suit), hand[suit]),
        ),
      ),
    did && h("div", { class: "plate-line did" }, actionWords(did.action)),
  ];
  const held = hand ? FIGGIE_SUITS.map((suit) => `${hand[suit]} ${suit}`).join(", ") : `${state.held[seat]} cards`;
  return plate(scene, table, seat, {
    lines,
    words: `${scene.names[seat]} has ${state.money[seat]} dollars and ${held}.`,
  });
}

function actionWords(action) {
  const [verb, suit, price] = action.split(" ");
  return [
    { ask: "offers", offer: "offers", bid: "bids", buy: "buys", sell: "sells" }[verb],
    " ",
    suitIcon(suit),
    price && ` ${price}`,
    h("span", { class: "sr-only" }, ` ${suit}`),
  ];
}

function book(scene, table, suit, actions) {
  const moment = momentOf(scene);
  const { state } = moment;
  const held = scene.seat === null ? null : state.hands[scene.seat]?.[suit];
  const choice = scene.now?.choices?.[suit] ?? null;
  const odds = actions?.odds?.[suit] ?? null;
  const goal = state.goal_suit === suit;
  const last = state.last_prices[suit];
  return h(
    "section",
    { key: suit, class: `book suit-${suit} ${goal ? "goal" : ""}`, "aria-label": `Book of ${suit}` },
    h(
      "header",
      null,
      h(
        "h2",
        null,
        suitIcon(suit),
        h("span", null, suit),
        h("kbd", { "aria-hidden": "true" }, suitLetter(suit).toLowerCase()),
      ),
      goal && h("b", { class: "goal-mark" }, "goal"),
      last !== null && h("span", { class: "last-price" }, `last ${last}`),
    ),
    held !== null && held !== undefined && suitPile(suit, held),
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

function bookSide(scene, suit, side, quote, choice, actions) {
  const takes = side === "bid" ? "sell" : "buy";
  const own = quote && quote.seat === scene.seat;
  const range = choice?.[side] ?? null;
  const penny = pennyPrice(side, quote, range);
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

function offerWord(scene) {
  return scene.options.model === "tick" ? "ask" : "offer";
}

function pennyPrice(side, quote, range) {
  if (!range) return null;
  if (side === "bid") return range[0];
  return quote ? range[1] : null;
}

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
      on: { click: () => actions.act(`${word} ${suit}`) },
    },
    title,
  );
}

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
      on: { click: () => actions.act(`${word} ${suit} ${price}`) },
    },
    h("span", { "aria-hidden": "true" }, arrow),
    price === null ? " –" : ` ${price}`,
  );
}

function quoteForm(scene, suit, choice, actions) {
  const quote = (word) => (event) => {
    const field = event.target.closest(".quote-form").querySelector("input");
    if (/^[1-9]\d{0,6}$/.test(field.value.trim())) actions.act(`${word} ${suit} ${field.value.trim()}`);
    else actions.explain(`Type a whole number of dollars for ${suit} first.`);
    field.value = "";
  };
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
    h(
      "button",
      {
        type: "button",
        disabled: !choice?.bid,
        "aria-label": `Bid this price for ${suit}`,
        on: { click: quote("bid") },
      },
      "Bid",
    ),
    h(
      "button",
      {
        type: "button",
        disabled: !choice?.offer,
        "aria-label": `Offer ${suit} at this price`,
        on: { click: quote(offerWord(scene)) },
      },
      "Offer",
    ),
  );
}

function figgieStatus(scene, table, actions) {
  const mine = Boolean(scene.now?.choices);
  return h(
    "p",
    { key: "status", class: `status ${mine ? "mine" : ""}`, id: "status" },
    statusOfTrade(scene, table, actions, mine),
  );
}

function statusOfTrade(scene, table, actions, mine) {
  const typed = typedWords();
  if (typed && actions?.act) return h("span", { class: "typed" }, typed);
  if (actions?.saying) return actions.saying;
  if (!scene.now) return `The goal suit is ${scene.ended.state.goal_suit}.`;
  if (table?.waiting) return "The cards are dealt. The match has not begun yet.";
  const wish = scene.seat === null ? null : table?.wish?.[scene.seat];
  if (wish) return `At the next tick: ${wish}.`;
  if (table?.clock && !table.clock.running) return "The clock waits: start it, or name an action.";
  if (mine) return table?.clock ? "Trade: what you name happens at the next tick." : "Your turn: quote, trade or pass.";
  const turn = scene.now.state.to_move;
  return turn === null || scene.now.state.model === "tick" ? "Trading." : `${scene.names[turn]} is to act.`;
}

function ownLine(scene, actions) {
  if (!actions?.act || !scene.now) return null;
  return h(
    "div",
    { key: "pass", class: "pass-line" },
    h(
      "button",
      { type: "button", class: "pass", disabled: !scene.now.choices, on: { click: () => actions.act("pass") } },
      "Pass ",
      h("kbd", { "aria-hidden": "true" }, "p"),
    ),
  );
}

/** Return the tape of trades. */
export function figgieSide(scene) {
  const { tape } = momentOf(scene);
  const rows = tape.map((trade, number) =>
    h(
      "tr",
      { key: number, class: trade.buyer === scene.seat || trade.seller === scene.seat ? "own" : "" },
      h("td", { class: "number" }, trade.clock),
      h("td", { class: `suit-${trade.suit}` }, suitIcon(trade.suit), h("span", { class: "sr-only" }, trade.suit)),
      h("td", { class: "number" }, h("b", null, `$${trade.price}`)),
      h("td", null, h("bdi", null, scene.names[trade.seller]), " → ", h("bdi", null, scene.names[trade.buyer])),
    ),
  );
  return h(
    "section",
    { key: "tape", class: "panel tape", "aria-labelledby": "tape-title" },
    h("h2", { id: "tape-title" }, "Trades"),
    rows.length
      ? h(
          "div",
          { class: "scroll", tabindex: 0, role: "group", "aria-label": "All trades" },
          h(
            "table",
            null,
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                h("th", { scope: "col", class: "number" }, "When"),
                h("th", { scope: "col" }, "Suit"),
                h("th", { scope: "col", class: "number" }, "Price"),
                h("th", { scope: "col" }, "Seller → buyer"),
              ),
            ),
            h("tbody", null, rows.toReversed()),
          ),
        )
      : h("p", { class: "small" }, "No trade yet."),
  );
}
