// Wizard: the table, the bids, the trump.
import { cardBack, suitIcon, suitLabel, suitLetter } from "../../cards/shapes.js";
import { h } from "../../site/render.js";
import { farHand, offerOf, ownHand } from "../../table/hands.js";
import { fact, plate, seatList, strip } from "../../table/plates.js";
import { isMine, momentOf, seatBelow, seatsAround, signed } from "../../table/scene.js";
import { lastTrick, ledSuit, statusWords, trickArea } from "../../table/tricks.js";
import { wizardDeck } from "./cards.js";
import { bidState, finalResult, keptBid, roundResult } from "./results.js";

const TRUMPS = ["red", "yellow", "green", "blue"];
const MOST_DOTS = 8;
const MANY_BIDS = 11;
const PHASES = {
  bid: { mine: "Your bid: how many tricks?", theirs: "is thinking about a bid." },
  "name trump": { mine: "A Wizard is turned up: choose the trump suit.", theirs: "is choosing the trump suit." },
};
/** @type {Record<string, string>} */
const TURNS = { bid: "Your bid.", "name trump": "Choose the trump suit." };
const BRIEF = [
  "Every round, say how many tricks you will take, then try to take exactly that many.",
  "Follow the suit that was led if you can. A Wizard or a Jester may always be played.",
  "The first Wizard takes the trick; else the highest trump; else the highest card of the led suit. A Jester never wins unless all are Jesters: then the first one does.",
  "If a Wizard is turned up, the dealer names the trump suit. If a Jester is turned up, there is no trump.",
  "A bid that is met brings 20 points and 10 for each trick; else 10 are lost for each trick too many or too few.",
];
const KEYS = [
  ["← →", "choose a card or a bid"],
  ["Enter", "play the card, make the bid"],
  ["0 – 9", "choose a bid"],
  ["r y g b", "name the trump, when a Wizard is turned up"],
  ["l", "last trick"],
];

/**
 * Return how to draw Wizard.
 * @param {Look} look
 * @param {Drawing} usual
 * @returns {Partial<Drawing>}
 */
export function drawing(look, usual) {
  const deck = wizardDeck(look.suits);
  const own = { ...usual, dealWord: "Round", kept: keptBid };
  return {
    deck,
    draw: (scene, table, actions) => drawWizard(scene, table, actions, deck),
    turnWords: (scene) => TURNS[scene.now?.state.phase] ?? "Your turn.",
    stopWord: () => "trick",
    dealWord: own.dealWord,
    kept: own.kept,
    result: roundResult,
    final: (scene) => finalResult(scene, own),
    brief: BRIEF,
    keys: KEYS,
    press: pressTrump,
  };
}

/**
 * @param {KeyboardEvent} event
 * @param {Scene} scene
 * @param {Actions} actions
 */
function pressTrump(event, scene, actions) {
  const suit = scene.now?.state.phase === "name trump" && TRUMPS.find((word) => word[0] === event.key);
  if (!suit || !isMine(scene) || !scene.now?.legal) return false;
  actions.act?.(`trump ${suitLetter(suit)}`);
  return true;
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 * @param {Deck} deck
 */
function drawWizard(scene, table, actions, deck) {
  const [below, ...others] = seatsAround(scene);
  const moment = momentOf(scene);
  const notYet =
    moment.state.phase === "bid" ? "First say how many tricks you will take." : "First choose the trump suit.";
  const early = moment.state.phase !== "name trump" && moment.state.bids[below] !== null;
  const status = statusWords(scene, table, actions?.saying, PHASES);
  return h(
    "section",
    { key: "felt", class: `felt wizard seats-${scene.seats}`, "aria-label": "Table" },
    wizardStrip(scene, deck),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      seatList([...others, below].map((seat) => wizardPlate(scene, table, seat, deck))),
      turnedUp(scene, deck),
      trickArea(scene, deck, moment.state.trick ?? []),
      bidChoice(scene, actions),
      trumpChoice(scene, actions),
      lastTrick(scene, deck),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      h("p", { key: "status", class: `status ${isMine(scene) ? "mine" : ""}`, id: "status" }, status),
      outLine(scene, table, actions),
      ownHand(scene, deck, offerOf(moment.state.hands?.[below] ?? null, moment, notYet, early), actions),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Deck} deck
 */
function wizardStrip(scene, deck) {
  const { state } = momentOf(scene);
  const led = ledSuit(scene, deck);
  const none = state.phase === "name trump" ? "to be named" : h("span", null, "none");
  return strip(
    fact("Round", `${state.round} of ${scene.deals}`, "fact-round"),
    fact("Trump", state.trump ? suitLabel(state.trump) : none, "fact-trump"),
    fact("Led", led ? suitLabel(led) : h("span", { class: "faint" }, "–"), "fact-led"),
    fact("Bids", bidSum(momentOf(scene)), "fact-bids"),
  );
}

/** @param {Moment} moment */
function bidSum({ state, has_bid: bidders }) {
  /** @type {number[]} */
  const bids = state.bids.filter((/** @type {number | null} */ bid) => bid !== null);
  if (bids.length < bidders.length) return h("span", null, `${bidders.length} of ${state.still_in.length} made`);
  const sum = bids.reduce((total, bid) => total + bid, 0);
  const over = sum - state.cards;
  const words = `${sum} for ${state.cards}`;
  const all = bids.length === state.still_in.length;
  if (!all) return h("span", null, words);
  if (over === 0) return h("span", null, words, h("small", null, " even"));
  return h(
    "span",
    { class: over > 0 ? "overbid" : "underbid" },
    words,
    h("small", null, ` ${Math.abs(over)} ${over > 0 ? "over" : "under"}`),
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {number} seat
 * @param {Deck} deck
 */
function wizardPlate(scene, table, seat, deck) {
  const { state } = momentOf(scene);
  const out = !state.still_in.includes(seat);
  const dealer = h(
    "span",
    { key: "dealer", class: "dealer", title: `${scene.names[seat]} deals this round` },
    "D",
    h("span", { class: "sr-only" }, "ealer"),
  );
  return plate(scene, table, seat, {
    marks: [state.dealer === seat && dealer],
    lines: [
      out ? h("div", { class: "plate-line tricks" }, "out · watches") : bidLine(scene, seat),
      pointsLine(scene, seat),
    ],
    cards: cardsBefore(scene, seat, deck),
    words: plateWords(scene, seat),
    out,
  });
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function bidLine(scene, seat) {
  const moment = momentOf(scene);
  const { bids, tricks, phase } = moment.state;
  const [bid, won] = [bids[seat], tricks[seat]];
  const bidden =
    bid === null
      ? h("span", { class: "no-bid" }, phase === "bid" ? bidDue(moment, seat) : "–")
      : h("span", { class: "count" }, h("b", null, won), " of ", h("b", null, bid));
  return h("div", { class: `plate-line tricks ${bidState(bid, won)}` }, bidden, bid !== null && trickDots(bid, won));
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function pointsLine(scene, seat) {
  const { state, if_now: projected } = momentOf(scene);
  const ifNow = projected?.[seat] ?? null;
  return h(
    "div",
    { class: "plate-line points" },
    h("span", null, signed(state.totals[seat]), h("span", { class: "unit" }, " pts")),
    ifNow !== null &&
      h(
        "span",
        { class: `if-now ${ifNow > 0 ? "plus" : "minus"}`, title: "if the round ended now" },
        signed(ifNow, true),
      ),
  );
}

/**
 * Return whether a seat whose bid is not shown has made one.
 * @param {Moment} moment
 * @param {number} seat
 */
function bidDue(moment, seat) {
  return moment.has_bid.includes(seat) ? "has bid" : ["no bid", h("span", { class: "unit" }, " yet")];
}

/**
 * @param {Scene} scene
 * @param {number} seat
 */
function plateWords(scene, seat) {
  const moment = momentOf(scene);
  const { state } = moment;
  if (!state.still_in.includes(seat)) return `${scene.names[seat]} is out.`;
  const bid = state.bids[seat];
  const hidden = moment.has_bid.includes(seat) ? "has bid, which is not shown yet" : "has not bid yet";
  const said = bid === null ? hidden : `bid ${bid} and took ${state.tricks[seat]}`;
  const now = moment.if_now?.[seat] ?? null;
  const project = now === null ? "" : ` If the round ended now: ${signed(now, true)}.`;
  return `${scene.names[seat]} ${said}, ${signed(state.totals[seat])} points so far.${project}`;
}

/**
 * @param {Scene} scene
 * @param {number} seat
 * @param {Deck} deck
 */
function cardsBefore(scene, seat, deck) {
  const { state, held } = momentOf(scene);
  if (seat === seatBelow(scene) || !state.still_in.includes(seat)) return null;
  const played = state.tricks.reduce((/** @type {number} */ sum, /** @type {number} */ won) => sum + won, 0);
  const here = state.trick.some((/** @type {Played} */ play) => play.seat === seat) && !held;
  const left = Math.max(0, state.cards - played - (here ? 1 : 0));
  return farHand(scene, deck, seat, state.hands?.[seat] ?? null, left);
}

/**
 * @param {number} bid
 * @param {number} tricks
 */
function trickDots(bid, tricks) {
  const most = Math.max(bid, tricks);
  if (most > MOST_DOTS) return null;
  const dots = Array.from({ length: most }, (_, place) =>
    h("i", { class: place < Math.min(bid, tricks) ? "won" : place < bid ? "open" : "extra" }),
  );
  return h("span", { class: "dots", "aria-hidden": "true" }, dots);
}

/**
 * @param {Scene} scene
 * @param {Deck} deck
 */
function turnedUp(scene, deck) {
  const { state } = momentOf(scene);
  const card = state.turned_up;
  const words = card ? `Turned up: ${deck.words(card)}` : "All cards are dealt";
  return h(
    "div",
    { key: "deck", class: `deck ${card ? "" : "bare"}`, role: "img", "aria-label": words, title: words },
    h("span", { class: "card stack", "data-place": "deck" }, cardBack()),
    card && h("span", { key: card, class: "card top" }, deck.face(card)),
    h(
      "span",
      { class: "deck-words" },
      "Trump ",
      h("b", null, state.trump ?? (state.phase === "name trump" ? "?" : "none")),
    ),
  );
}

/**
 * @param {Scene} scene
 * @param {Actions | null} actions
 */
function bidChoice(scene, actions) {
  const { now } = scene;
  if (!now?.legal || !actions?.act || !isMine(scene) || now.state.phase !== "bid") return null;
  const legal = new Set(now.legal);
  const bids = Array.from({ length: now.state.cards + 1 }, (_, bid) => bid);
  const open = now.state.bids.filter((/** @type {number | null} */ bid) => bid === null).length;
  const last = open === now.state.bids.length - now.state.still_in.length + 1;
  const attrs = { key: "bids", role: "group", "aria-label": "Your bid", "data-roving": "grid", tabindex: -1 };
  return h(
    "div",
    { ...attrs, class: bids.length > MANY_BIDS ? "bids many" : "bids" },
    bids.map((bid) => bidButton(scene, bid, legal.has(`bid ${bid}`), last, actions)),
  );
}

/**
 * @param {Scene} scene
 * @param {number} bid
 * @param {boolean} allowed
 * @param {boolean} last
 * @param {Actions} actions
 */
function bidButton(scene, bid, allowed, last, actions) {
  const { cards, bids } = momentOf(scene).state;
  const all = cards === 1 ? "the one trick" : `the ${cards} tricks`;
  const reason = `You may not bid ${bid}: the bids would add up to ${all}.`;
  const sum = bids.reduce(
    (/** @type {number} */ total, /** @type {number | null} */ other) => total + (other ?? 0),
    bid,
  );
  const words = allowed ? `Bid ${bid}${last && sum === cards ? ", the bids would be even" : ""}` : reason;
  return h(
    "button",
    {
      key: bid,
      type: "button",
      class: allowed ? "bid" : "bid forbidden",
      "data-bid": bid,
      "aria-label": words,
      "aria-disabled": allowed ? null : "true",
      title: words,
      on: {
        click: () => (allowed ? actions.act?.(`bid ${bid}`) : actions.explain?.(reason)),
        focus: () => allowed || actions.explain?.(reason),
      },
    },
    bid,
  );
}

/**
 * @param {Scene} scene
 * @param {Table | null} table
 * @param {Actions | null} actions
 */
function outLine(scene, table, actions) {
  const plays = scene.seat === null || momentOf(scene).state.still_in.includes(scene.seat);
  if (plays || !table || !actions || scene.places) return null;
  const words = table.open ? "Hide the hands" : "Show all hands";
  return h(
    "div",
    { key: "out", class: "out-line" },
    h("span", null, "You are out: watch, or begin a new game."),
    table.may.open &&
      actions.open &&
      h("button", { key: "open", type: "button", class: "plain-button", on: { click: actions.open } }, words),
    h("a", { key: "new", class: "button plain-button", href: "/" }, "New game"),
  );
}

/**
 * @param {Scene} scene
 * @param {Actions | null} actions
 */
function trumpChoice(scene, actions) {
  const act = actions?.act;
  if (!act || !isMine(scene) || scene.now?.state.phase !== "name trump" || !scene.now.legal) return null;
  return h(
    "div",
    { key: "trumps", class: "trumps", role: "group", "aria-label": "Trump suit", "data-roving": "row", tabindex: -1 },
    TRUMPS.map((suit) =>
      h(
        "button",
        {
          key: suit,
          type: "button",
          class: `trump-choice suit-${suit}`,
          "data-trump": suit,
          on: { click: () => act(`trump ${suitLetter(suit)}`) },
        },
        suitIcon(suit),
        h("span", null, suit),
      ),
    ),
  );
}
