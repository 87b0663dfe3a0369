// A Figgie bot to start from, for both trading models: choose returns the name of an action.

const SUITS = ["spades", "clubs", "hearts", "diamonds"]; // the mate of suit s is s ^ 1
const TOP_BID = 14, FIRST_BID = 6, FIRST_OFFER = 14, LEAST_PRICE = 5;

let deal = 0, goal = "";

/** Take a good price, else better a quote by 1, else pass. */
function choose(question) {
    const state = question.state;
    if (question.deal !== deal) {
        deal = question.deal;
        goal = likelyGoal(state.hand); // from the hand as dealt: what we buy later must not change it
    }
    return trade(state) ?? quote(state) ?? "pass";
}

/** The longest suit dealt to us is probably the one of twelve cards; the goal suit is its mate. */
function likelyGoal(hand) {
    const longest = SUITS.reduce((first, second) => (hand[second] > hand[first] ? second : first));
    return SUITS[SUITS.indexOf(longest) ^ 1];
}

/** Return the best bid and the best offer of a suit, each as {price, player} or null. */
function book(state, suit) {
    if (state.books) return [state.books[suit].bid, state.books[suit].ask]; // the tick model
    return [state.bids[suit], state.offers[suit]];
}

function trade(state) {
    const offer = book(state, goal)[1];
    if (offer && offer.price <= Math.min(TOP_BID, state.money) && offer.player !== state.position) return `buy ${goal}`;
    for (const suit of others(state)) {
        const bid = book(state, suit)[0];
        if (bid && bid.price >= LEAST_PRICE && bid.player !== state.position) return `sell ${suit}`;
    }
}

function quote(state) {
    const [bid, offer] = book(state, goal);
    const more = bid ? bid.price + 1 : FIRST_BID;
    const free = bid?.player !== state.position && !(offer && offer.price <= more);
    if (free && more <= Math.min(TOP_BID, state.money)) return `bid ${goal} ${more}`;
    for (const suit of others(state)) {
        const [wanted, offered] = book(state, suit);
        const less = offered ? offered.price - 1 : FIRST_OFFER;
        if (offered?.player === state.position || less < LEAST_PRICE || (wanted && wanted.price >= less)) continue;
        return `${state.books ? "ask" : "offer"} ${suit} ${less}`;
    }
}

/** Return the suits that we hold and do not collect. */
function others(state) {
    return SUITS.filter((suit) => suit !== goal && state.hand[suit] > 0);
}

module.exports = { choose };
