/** A bot for GAME to start from. */
final class Choose {
    /** Return the name of one of the legal actions: the first. The question also has a state and events. */
    static String choose(Json question, Json hello) {
        return question.get("legal").at(0).text();
    }
}
