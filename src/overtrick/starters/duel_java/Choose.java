import java.util.Comparator;
import java.util.List;

/** A bot for the duel to start from. */
final class Choose {
    /** Win a trick as cheaply as possible, or lose it cheaply; lead the highest card. */
    static String choose(Json question, Json hello) {
        List<String> cards = question.get("legal").texts().stream().sorted(Comparator.comparing(Choose::value)).toList();
        Json trick = question.get("state").get("trick");
        if (trick.size() == 0) return cards.get(cards.size() - 1);
        String led = trick.at(0).get("card").text();
        for (String card : cards) {
            if (card.charAt(0) == led.charAt(0) && value(card) > value(led)) return card;
        }
        return cards.get(0);
    }

    /** Return the value of a card such as SA, H4 or C13; an ace is the lowest. */
    private static int value(String card) {
        return card.endsWith("A") ? 1 : Integer.parseInt(card.substring(1));
    }
}
