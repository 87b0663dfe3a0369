import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A Wizard bot to start from. */
final class Choose {
    /** Name a trump, bid or play a card, whatever is due: return the name of one of the legal actions. */
    static String choose(Json question, Json hello) {
        Json state = question.get("state");
        int seat = hello.get("seat").number();
        List<String> legal = question.get("legal").texts();
        List<String> hand = state.get("hands").at(seat).texts();
        char trump = state.get("trump").isNull() ? ' ' : Character.toUpperCase(state.get("trump").text().charAt(0));
        switch (state.get("phase").text()) {
            case "name trump": // "trump R": the colour we hold most of
                return best(legal, name -> hand.stream().filter(card -> card.charAt(0) == name.charAt(6)).count());
            case "bid": // "bid 2": the hook may forbid one
                long wanted = Math.round(hand.stream().mapToDouble(card -> chance(card, trump)).sum());
                return best(legal, name -> -Math.abs(Integer.parseInt(name.substring(4)) - wanted));
            default:
                boolean more = state.get("bids").at(seat).number() > state.get("tricks").at(seat).number();
                return best(legal, card -> (more ? 1 : -1) * strength(card, trump));
        }
    }

    /** Return the name that is worth most. */
    private static String best(List<String> names, ToDoubleFunction<String> worth) {
        return names.stream().max(Comparator.comparingDouble(worth)).orElseThrow();
    }

    /** Return a guess of how likely a card is to take a trick. */
    private static double chance(String card, char trump) {
        double power = strength(card, trump);
        if (power > 26) return 1;
        return power > 13 ? 0.5 + (power - 13) / 30 : Math.max(0, (power - 8) / 8);
    }

    /** Return how strong a card is: a Jester 0, plain cards 1 to 13, trumps 14 to 26, a Wizard 27. */
    private static int strength(String card, char trump) {
        if (card.charAt(0) == 'J') return 0;
        if (card.charAt(0) == 'W') return 27;
        return Integer.parseInt(card.substring(1)) + (card.charAt(0) == trump ? 13 : 0);
    }
}
