// A Wizard bot to start from: choose returns the name of one of the legal actions.

/** Name a trump, bid or play a card, whatever is due. */
function choose({ state, legal }, { seat }) {
    const hand = state.hands[seat];
    if (state.phase === "name trump") {
        const held = (letter) => hand.filter((card) => card[0] === letter).length;
        return best(legal, (name) => held(name.at(-1))); // "trump R": the colour we hold most of
    }
    if (state.phase === "bid") {
        const wanted = Math.round(hand.reduce((sum, card) => sum + chance(card, state.trump), 0));
        return best(legal, (name) => -Math.abs(Number(name.slice(4)) - wanted)); // "bid 2": the hook may forbid one
    }
    const needed = state.bids[seat] - state.tricks[seat];
    return best(legal, (card) => (needed > 0 ? 1 : -1) * strength(card, state.trump));
}

/** Return the name that is worth most. */
function best(names, worth) {
    return names.reduce((first, second) => (worth(second) > worth(first) ? second : first));
}

/** Return a guess of how likely a card is to take a trick. */
function chance(card, trump) {
    const power = strength(card, trump);
    if (power > 26) return 1;
    return power > 13 ? 0.5 + (power - 13) / 30 : Math.max(0, (power - 8) / 8);
}

/** Return how strong a card is: a Jester 0, plain cards 1 to 13, trumps 14 to 26, a Wizard 27. */
function strength(card, trump) {
    if (card[0] === "J") return 0;
    if (card[0] === "W") return 27;
    return Number(card.slice(1)) + (trump && card[0] === trump[0].toUpperCase() ? 13 : 0);
}

module.exports = { choose };
