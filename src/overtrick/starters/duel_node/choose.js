// A bot for the duel to start from: choose returns the name of one of the legal cards.

/** Win a trick as cheaply as possible, or lose it cheaply; lead the highest card. */
function choose({ state, legal }) {
    const cards = [...legal].sort((first, second) => value(first) - value(second));
    if (state.trick.length === 0) return cards.at(-1);
    const led = state.trick[0].card;
    return cards.find((card) => card[0] === led[0] && value(card) > value(led)) ?? cards[0];
}

/** Return the value of a card such as SA, H4 or C13; an ace is the lowest. */
function value(card) {
    return card.slice(1) === "A" ? 1 : Number(card.slice(1));
}

module.exports = { choose };
