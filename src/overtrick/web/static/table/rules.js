// The rules in brief, for the menu of a table.
import { h } from "../site/render.js";

const RULES = {
  wizard: [
    "Every round, say how many tricks you will take, then try to take exactly that many.",
    "Follow the suit that was led if you can. A Wizard or a Jester may always be played.",
    "The first Wizard takes the trick; else the highest trump; else the highest card of the led suit. A Jester never wins unless all are Jesters: then the first one does.",
    "If a Wizard is turned up, the dealer names the trump suit. If a Jester is turned up, there is no trump.",
    "A bid that is met brings 20 points and 10 for each trick; else 10 are lost for each trick too many or too few.",
  ],
  duel: [
    "Two hands from four suits, in which the ace is the lowest card.",
    "Follow the suit that was led if you can; otherwise play anything. There is no trump.",
    "The higher card of the led suit takes the trick, and its player leads the next one.",
    "Whoever takes more tricks wins.",
  ],
  figgie: [
    "One suit has 12 cards, two have 10 and one has 8; nobody knows which. The goal suit is the other suit of the same colour as the long one: spades and clubs belong together, hearts and diamonds too.",
    "Everybody pays into the pot, then trades: bid for a suit, offer a card, buy at an offer, sell at a bid. Each trade clears all bids and offers.",
    "At the end each card of the goal suit brings 10 dollars from the pot, and whoever has most of them takes the rest.",
    "The round ends when the clock runs out, or when nobody does anything for a while.",
  ],
};

/** Return the rules of a game in brief. */
export function rulesInBrief(game) {
  return h(
    "ul",
    { class: "rules" },
    RULES[game].map((sentence) => h("li", { key: sentence }, sentence)),
  );
}
