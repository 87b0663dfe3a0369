import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A Figgie bot to start from, for both trading models. */
final class Choose {
    private static final List<String> SUITS = List.of("spades", "clubs", "hearts", "diamonds"); // the mate of s is s ^ 1
    private static final int TOP_BID = 14, FIRST_BID = 6, FIRST_OFFER = 14, LEAST_PRICE = 5;

    private static int deal;
    private static String goal;

    /** Take a good price, else better a quote by 1, else pass: return the name of an action. */
    static String choose(Json question, Json hello) {
        Json state = question.get("state");
        if (question.get("deal").number() != deal) {
            deal = question.get("deal").number();
            goal = likelyGoal(state); // from the hand as dealt: what we buy later must not change it
        }
        String action = trade(state);
        if (action == null) action = quote(state);
        return action == null ? "pass" : action;
    }

    /** The longest suit dealt to us is probably the one of twelve cards; the goal suit is its mate. */
    private static String likelyGoal(Json state) {
        String longest = SUITS.stream().max(Comparator.comparing(suit -> held(state, suit))).orElseThrow();
        return SUITS.get(SUITS.indexOf(longest) ^ 1);
    }

    private static int held(Json state, String suit) {
        return state.get("hand").get(suit).number();
    }

    /** Return the best bid, or the best offer, of a suit. */
    private static Json best(Json state, String suit, boolean bids) {
        if (!state.get("books").isNull()) return state.get("books").get(suit).get(bids ? "bid" : "ask"); // the tick model
        return state.get(bids ? "bids" : "offers").get(suit);
    }

    private static boolean isOurs(Json state, Json quote) {
        return !quote.isNull() && quote.get("player").number() == state.get("position").number();
    }

    /** Return a price, or another number if nobody quotes. */
    private static int price(Json quote, int otherwise) {
        return quote.isNull() ? otherwise : quote.get("price").number();
    }

    /** Return the most that we pay. */
    private static int top(Json state) {
        return Math.min(TOP_BID, state.get("money").number());
    }

    /** Return the suits that we hold and do not collect. */
    private static Stream<String> others(Json state) {
        return SUITS.stream().filter(suit -> !suit.equals(goal) && held(state, suit) > 0);
    }

    private static String trade(Json state) {
        Json offer = best(state, goal, false);
        if (price(offer, 1000) <= top(state) && !isOurs(state, offer)) return "buy " + goal;
        return others(state)
            .filter(suit -> price(best(state, suit, true), 0) >= LEAST_PRICE && !isOurs(state, best(state, suit, true)))
            .map(suit -> "sell " + suit).findFirst().orElse(null);
    }

    private static String quote(Json state) {
        Json bid = best(state, goal, true);
        int more = price(bid, FIRST_BID - 1) + 1;
        if (more <= top(state) && more < price(best(state, goal, false), 1000) && !isOurs(state, bid)) {
            return "bid " + goal + " " + more;
        }
        String word = state.get("books").isNull() ? "offer " : "ask ";
        for (String suit : others(state).toList()) {
            Json offer = best(state, suit, false);
            int less = price(offer, FIRST_OFFER + 1) - 1;
            if (less >= LEAST_PRICE && less > price(best(state, suit, true), 0) && !isOurs(state, offer)) {
                return word + suit + " " + less;
            }
        }
        return null;
    }
}
