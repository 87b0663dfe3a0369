// What all tables share: where the seats are, their plates, hands, and the words about whose turn it is.
import { cardBack, cardFace, cardWords, suitOf } from "../cards/cards.js";
import { h } from "../site/render.js";

// On a wide table, in percent: the other seats in the order of play from the left, each with the place of its card.
const PLACES = {
  1: [[50, 13, 50, 37]],
  2: [
    [19, 22, 40, 48],
    [81, 22, 60, 48],
  ],
  3: [
    [13, 42, 35, 50],
    [50, 12, 50, 36],
    [87, 42, 65, 50],
  ],
  4: [
    [12, 50, 33, 62],
    [29, 13, 42, 39],
    [71, 13, 58, 39],
    [88, 50, 67, 62],
  ],
  5: [
    [11, 53, 33, 67],
    [20, 16, 37, 41],
    [50, 11, 50, 41],
    [80, 16, 63, 41],
    [89, 53, 67, 67],
  ],
};

/** Return the moment that a scene shows: the one on the table, else the last one of the deal that ended. */
export function momentOf(scene) {
  return scene.now ?? scene.ended;
}

/** Return the seat that sits at the lower edge of the screen. */
export function seatBelow(scene) {
  return scene.below ?? scene.seat ?? 0; // a replay shows the view of a seat without being it
}

/** Return all seats in the order of play, beginning with the one at the lower edge. */
export function seatsAround(scene) {
  const first = seatBelow(scene);
  return Array.from({ length: scene.seats }, (_, place) => (first + place) % scene.seats);
}

/** Return where a seat's plate and its card are on a wide table, as style variables. */
export function placeOf(scene, seat) {
  const place = seatsAround(scene).indexOf(seat);
  if (place === 0) return { "--x": "50%", "--y": "100%", "--card-x": "50%", "--card-y": "68%" };
  const places = PLACES[scene.seats - 1];
  // Against the clock the next seat is the one to the right.
  const [x, y, across, down] = places[scene.options.direction === "anticlockwise" ? places.length - place : place - 1];
  return { "--x": `${x}%`, "--y": `${y}%`, "--card-x": `${across}%`, "--card-y": `${down}%` };
}

/** Return a number with a real minus sign, and a plus sign if wanted. */
export function signed(number, plus = false) {
  if (number < 0) return `−${-number}`;
  return plus ? `+${number}` : `${number}`;
}

/** Return the name of a seat, with "(you)" behind one's own. */
export function nameOf(scene, seat) {
  return scene.seat === seat ? `${scene.names[seat]} (you)` : scene.names[seat];
}

/** Return the plate of a seat: who sits there, marks, and lines of the game's own. */
export function plate(scene, table, seat, { marks = [], lines = [], cards = null, words = "", out = false }) {
  const chair = table?.chairs?.[seat] ?? null;
  const toMove = scene.now?.state.to_move === seat && !table?.waiting;
  const classes = ["plate", `hue-${seat}`];
  if (toMove) classes.push("to-move");
  if (out) classes.push("out");
  if (seat === seatBelow(scene) && (scene.seat === seat || scene.game !== "figgie")) classes.push("own");
  return h(
    "li",
    { key: `seat-${seat}`, class: classes.join(" "), style: placeOf(scene, seat), "data-seat": seat },
    h(
      "div",
      { class: "plate-box", "data-place": `seat-${seat}` },
      h("span", { class: "avatar", "aria-hidden": "true" }, (scene.names[seat] ?? "?").slice(0, 1).toUpperCase()),
      h(
        "div",
        { class: "plate-text" },
        h(
          "div",
          { class: "plate-name" },
          h("bdi", null, scene.names[seat]),
          scene.seat === seat && h("span", { class: "you" }, "you"),
          marks,
        ),
        chairLine(chair, table),
        lines,
      ),
      h("span", { class: "sr-only" }, `${words}${toMove ? " To move." : ""}`),
      toMove && scene.seat !== seat && h("span", { class: "thinking", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
    ),
    cards,
  );
}

function chairLine(chair, table) {
  if (!chair) return null;
  if (chair.open && table.waiting) return h("div", { class: "chair away" }, "free seat");
  if (chair.open) return h("div", { class: "chair away" }, "free seat, a bot stands in");
  if (chair.away) return h("div", { class: "chair away" }, "away, a bot plays");
  return chair.level && !chair.person ? h("div", { class: "chair" }, chair.level) : null;
}

/** Return the hand at the lower edge: cards to choose from, or only to look at. */
export function ownHand(scene, actions) {
  const moment = momentOf(scene);
  const seat = seatBelow(scene);
  const cards = moment.state.hands?.[seat] ?? null;
  if (!cards) return null;
  const legal = new Set(scene.now?.legal ?? []);
  const choosing = Boolean(actions?.act) && cards.some((card) => legal.has(card));
  const half = Math.ceil(cards.length / 2);
  const rows = cards.length > 9 ? [cards.slice(0, half), cards.slice(half)] : [cards];
  const attrs = {
    key: "hand",
    class: `hand ${choosing ? "choosing" : ""}`,
    role: "group",
    "aria-label": scene.seat === null ? `Hand of ${scene.names[seat]}` : "Your hand",
    "data-roving": "row",
    style: { "--all": cards.length, "--half": half },
  };
  return h(
    "div",
    attrs,
    rows.map((row, place) => h("div", { key: `row-${place}`, class: "hand-row" }, row.map(draw))),
  );

  function draw(card) {
    return handCard(scene, card, choosing ? legal.has(card) : null, moment.refused?.[card], actions);
  }
}

function handCard(scene, card, playable, reason, actions) {
  const words = cardWords(scene.game, card);
  const attrs = { key: card, "data-flip": `card-${card}`, "data-from": "deck", "data-card": card };
  if (!actions?.act)
    return h("span", { ...attrs, class: "card", role: "img", "aria-label": words }, cardFace(scene.game, card));
  const refused = playable === false && reason ? reason : null;
  return h(
    "button",
    {
      ...attrs,
      type: "button",
      class: `card ${playable === true ? "legal" : ""} ${refused ? "refused" : ""}`,
      "aria-label": refused ? `${words}: ${refused}` : words,
      "aria-disabled": playable === true ? null : "true",
      title: refused ?? words,
      on: {
        click: () => (playable === true ? actions.act(card) : actions.explain?.(refused ?? notYet(scene))),
        focus: () => refused && actions.explain?.(refused),
      },
    },
    cardFace(scene.game, card),
  );
}

function notYet(scene) {
  const turn = scene.now?.state.to_move ?? null;
  if (turn === null) return "";
  if (turn !== scene.seat) return `It is the turn of ${scene.names[turn]}.`;
  return scene.now.state.phase === "bid" ? "First say how many tricks you will take." : "First choose the trump suit.";
}

/** Return the cards of a seat that is not at the lower edge, small: faces if they are known, else backs. */
export function farHand(scene, seat, count) {
  const known = momentOf(scene).state.hands?.[seat] ?? null;
  if (known) {
    const faces = known.map((card) =>
      h("span", { key: card, class: "card", "data-flip": `card-${card}` }, cardFace(scene.game, card)),
    );
    const words = known.map((card) => cardWords(scene.game, card)).join(", ");
    return h(
      "div",
      {
        class: "far-hand known",
        role: "img",
        "aria-label": `Hand of ${scene.names[seat]}: ${words}`,
        style: { "--all": known.length },
      },
      faces,
    );
  }
  const backs = Array.from({ length: Math.min(count, 20) }, (_, place) =>
    h("span", { key: place, class: "card" }, cardBack()),
  );
  return h("div", { class: "far-hand", "aria-hidden": "true", style: { "--all": count } }, backs);
}

/** Return the cards on the table, each before its seat; the winning one glows. */
export function trickArea(scene) {
  const moment = momentOf(scene);
  const trick = moment.state.trick ?? [];
  const cards = trick.map(({ seat, card }, place) => {
    const wins = moment.winning === seat;
    const words = `${scene.names[seat]}: ${cardWords(scene.game, card)}${wins ? ", winning" : ""}`;
    return h(
      "li",
      {
        key: `played-${card}`,
        class: `played hue-${seat} ${wins ? "winning" : ""} ${moment.held ? "held" : ""}`,
        style: { ...placeOf(scene, seat), "--order": place },
      },
      h(
        "span",
        {
          class: "card",
          role: "img",
          "aria-label": words,
          "data-flip": `card-${card}`,
          "data-from": `seat-${seat}`,
          "data-to": moment.held ? `seat-${moment.winning}` : null,
        },
        cardFace(scene.game, card),
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

/** Return the last trick, small, with its winner. */
export function lastTrick(scene, key) {
  const last = momentOf(scene).last_trick;
  if (!last) return null;
  return h(
    "details",
    { key, class: "last-trick" },
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
            { class: "card", role: "img", "aria-label": `${scene.names[seat]}: ${cardWords(scene.game, card)}` },
            cardFace(scene.game, card),
          ),
          h("bdi", { class: "caption", "aria-hidden": "true" }, scene.names[seat]),
        ),
      ),
    ),
    h("p", null, h("bdi", null, scene.names[last.winner]), " took it."),
  );
}

/** Return the suit that must be followed, or null. */
export function ledSuit(scene) {
  const { state } = momentOf(scene);
  if (state.led) return state.led;
  const first = state.trick?.[0]?.card;
  return first && momentOf(scene).held ? suitOf(scene.game, first) : null;
}

/** Return what the person is to do now, in one sentence. */
export function statusWords(scene, table, saying) {
  if (saying) return saying;
  if (table?.waiting) return "The cards are dealt. The match has not begun yet.";
  const moment = momentOf(scene);
  if (moment.held) return `${scene.names[moment.winning]} takes the trick.`;
  if (!scene.now) return scene.places ? "The match is over." : "The deal is over.";
  const turn = scene.now.state.to_move;
  if (turn === null) return "";
  if (scene.seat === null || turn !== scene.seat) {
    return (
      {
        bid: `${scene.names[turn]} is thinking about a bid.`,
        "name trump": `${scene.names[turn]} is choosing the trump suit.`,
      }[scene.now.state.phase] ?? `${scene.names[turn]} is to play.`
    );
  }
  return (
    { bid: "Your bid: how many tricks?", "name trump": "A Wizard is turned up: choose the trump suit." }[
      scene.now.state.phase
    ] ?? (scene.now.state.trick?.length ? "Your turn: play a card." : "Your lead: play a card.")
  );
}
