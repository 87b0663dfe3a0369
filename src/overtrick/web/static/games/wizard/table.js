// Wizard: the table, the bids, the trump.
import { cardBack, cardFace, cardWords, suitIcon, suitLabel, suitLetter } from "../../cards/cards.js";
import { h } from "../../site/render.js";
import { farHand, lastTrick, ledSuit, momentOf, ownHand, plate } from "../../table/table.js";
import { seatBelow, seatsAround, signed, statusWords, trickArea } from "../../table/table.js";

const TRUMPS = ["red", "yellow", "green", "blue"];

/** Return the table of Wizard. */
export function drawWizard(scene, table, actions) {
  const around = seatsAround(scene);
  return h(
    "section",
    { key: "felt", class: `felt wizard seats-${scene.seats}`, "aria-label": "Table" },
    wizardStrip(scene),
    h(
      "div",
      { key: "cloth", class: "cloth" },
      h(
        "ul",
        { key: "seats", class: "seats", "aria-label": "Seats" },
        [...around.slice(1), around[0]].map((seat) => wizardPlate(scene, table, seat)),
      ),
      turnedUp(scene),
      trickArea(scene),
      lastTrick(scene, "last"),
    ),
    h(
      "div",
      { key: "own", class: "own-area" },
      h(
        "p",
        { key: "status", class: `status ${isMine(scene) ? "mine" : ""}`, id: "status" },
        statusWords(scene, table, actions?.saying),
      ),
      bidChoice(scene, actions),
      trumpChoice(scene, actions),
      outLine(scene, table, actions),
      ownHand(scene, actions),
    ),
  );
}

function isMine(scene) {
  return scene.seat !== null && scene.now?.state.to_move === scene.seat;
}

function wizardStrip(scene) {
  const { state } = momentOf(scene);
  const led = ledSuit(scene);
  return h(
    "dl",
    { key: "strip", class: "strip" },
    fact("Round", `${state.round} of ${scene.deals}`),
    fact(
      "Trump",
      state.trump ? suitLabel(state.trump) : state.phase === "name trump" ? "to be named" : h("span", null, "none"),
    ),
    fact("Led", led ? suitLabel(led) : h("span", { class: "faint" }, "–")),
    fact("Bids", bidSum(momentOf(scene))),
  );
}

function fact(name, value) {
  return h("div", { key: name, class: `fact fact-${name.toLowerCase()}` }, h("dt", null, name), h("dd", null, value));
}

function bidSum({ state, has_bid: bidders }) {
  const bids = state.bids.filter((bid) => bid !== null);
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

/** Return how a seat stands with its bid: "exact", "under", "over", or nothing before the bid. */
export function bidState(bid, tricks) {
  if (bid === null || bid === undefined) return "";
  if (tricks === bid) return "exact";
  return tricks < bid ? "under" : "over";
}

function wizardPlate(scene, table, seat) {
  const moment = momentOf(scene);
  const { state } = moment;
  const bid = state.bids[seat];
  const tricks = state.tricks[seat];
  const stands = bidState(bid, tricks);
  const out = !state.still_in.includes(seat);
  const total = state.totals[seat];
  const ifNow = moment.if_now?.[seat] ?? null;
  const marks = [
    state.dealer === seat &&
      h(
        "span",
        { key: "dealer", class: "dealer", title: `${scene.names[seat]} deals this round` },
        "D",
        h("span", { class: "sr-only" }, "ealer"),
      ),
  ];
  const bidden =
    bid === null
      ? h("span", { class: "no-bid" }, state.phase === "bid" ? bidDue(moment, seat) : "–")
      : h("span", { class: "count" }, h("b", null, tricks), " of ", h("b", null, bid));
  const lines = out
    ? [h("div", { class: "plate-line" }, "out · watches")]
    : [
        h("div", { class: `plate-line tricks ${stands}` }, bidden, bid !== null && trickDots(bid, tricks)),
        h(
          "div",
          { class: "plate-line points" },
          h("span", null, signed(total), h("span", { class: "unit" }, " pts")),
          ifNow !== null &&
            h(
              "span",
              { class: `if-now ${ifNow > 0 ? "plus" : "minus"}`, title: "if the round ended now" },
              signed(ifNow, true),
            ),
        ),
      ];
  return plate(scene, table, seat, {
    marks,
    lines,
    cards: cardsBefore(scene, seat),
    words: plateWords(scene, seat),
    out,
  });
}

/** Return whether a seat whose bid is not shown has made one. */
function bidDue(moment, seat) {
  return moment.has_bid.includes(seat) ? "has bid" : ["no bid", h("span", { class: "unit" }, " yet")];
}

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

function cardsBefore(scene, seat) {
  const { state } = momentOf(scene);
  if (seat === seatBelow(scene) || !state.still_in.includes(seat)) return null;
  const played = state.tricks.reduce((sum, won) => sum + won, 0);
  const here = state.trick.some((play) => play.seat === seat) && !momentOf(scene).held;
  return farHand(scene, seat, Math.max(0, state.cards - played - (here ? 1 : 0)));
}

function trickDots(bid, tricks) {
  const most = Math.max(bid, tricks);
  if (most > 8) return null;
  const dots = Array.from({ length: most }, (_, place) =>
    h("i", { class: place < Math.min(bid, tricks) ? "won" : place < bid ? "open" : "extra" }),
  );
  return h("span", { class: "dots", "aria-hidden": "true" }, dots);
}

function turnedUp(scene) {
  const { state } = momentOf(scene);
  const card = state.turned_up;
  const words = card ? `Turned up: ${cardWords("wizard", card)}` : "All cards are dealt";
  return h(
    "div",
    { key: "deck", class: `deck ${card ? "" : "bare"}`, role: "img", "aria-label": words, title: words },
    h("span", { class: "card stack", "data-place": "deck" }, cardBack()),
    card && h("span", { key: card, class: "card top" }, cardFace("wizard", card)),
    h(
      "span",
      { class: "deck-words" },
      "Trump ",
      h("b", null, state.trump ?? (state.phase === "name trump" ? "?" : "none")),
    ),
  );
}

function bidChoice(scene, actions) {
  const { now } = scene;
  if (!actions?.act || !isMine(scene) || now.state.phase !== "bid" || !now.legal) return null;
  const legal = new Set(now.legal);
  const bids = Array.from({ length: now.state.cards + 1 }, (_, bid) => bid);
  const last =
    now.state.bids.filter((bid) => bid === null).length === now.state.bids.length - now.state.still_in.length + 1;
  return h(
    "div",
    {
      key: "bids",
      class: bids.length > 11 ? "bids many" : "bids",
      role: "group",
      "aria-label": "Your bid",
      "data-roving": "grid",
    },
    bids.map((bid) => bidButton(scene, bid, legal.has(`bid ${bid}`), last, actions)),
  );
}

function bidButton(scene, bid, allowed, last, actions) {
  const { state } = scene.now;
  const reason = allowed ? null : `You may not bid ${bid}: the bids would add up to ${state.cards === 1 ? "the one trick" : `the ${state.cards} tricks`}.`;
  const sum = state.bids.reduce((total, other) => total + (other ?? 0), bid);
  const even = last && sum === state.cards ? ", the bids would be even" : "";
  return h(
    "button",
    {
      key: bid,
      type: "button",
      class: allowed ? "bid" : "bid forbidden",
      "data-bid": bid,
      "aria-label": reason ?? `Bid ${bid}${even}`,
      "aria-disabled": allowed ? null : "true",
      title: reason ?? `Bid ${bid}${even}`,
      on: {
        click: () => (allowed ? actions.act(`bid ${bid}`) : actions.explain?.(reason)),
        focus: () => allowed || actions.explain?.(reason),
      },
    },
    bid,
  );
}

function outLine(scene, table, actions) {
  if (scene.seat === null || momentOf(scene).state.still_in.includes(scene.seat) || !table?.may?.open || !actions?.open)
    return null;
  return h(
    "div",
    { key: "out", class: "out-line" },
    h(
      "button",
      { type: "button", class: "plain-button", on: { click: actions.open } },
      table.open ? "Hide the hands" : "You are out. Show all hands",
    ),
  );
}

function trumpChoice(scene, actions) {
  const { now } = scene;
  if (!actions?.act || !isMine(scene) || now.state.phase !== "name trump" || !now.legal) return null;
  return h(
    "div",
    { key: "trumps", class: "trumps", role: "group", "aria-label": "Trump suit", "data-roving": "row" },
    TRUMPS.map((suit) =>
      h(
        "button",
        {
          key: suit,
          type: "button",
          class: `trump-choice suit-${suit}`,
          "data-trump": suit,
          on: { click: () => actions.act(`trump ${suitLetter(suit)}`) },
        },
        suitIcon(suit),
        h("span", null, suit),
      ),
    ),
  );
}
