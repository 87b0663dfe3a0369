/* A Wizard bot to start from, in C. It lives for a whole match: one line of JSON
 * comes in for each question, one line goes out for each answer.
 *
 *     {"type":"hello",...,"seats":4,"seat":1,...}        once, no answer expected
 *     {"type":"choose",...,"state":{...},"legal":["bid 0","bid 1"],...}
 *     {"type":"goodbye",...}                             once, at the end
 *
 * The lines are compact JSON, without spaces between the parts, so a short scan
 * for a key is enough to read what this bot needs. A better bot takes a JSON library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ACTIONS = 64, LONGEST_NAME = 16 };

static char line[1 << 20];
static char legal[MOST_ACTIONS][LONGEST_NAME], hand[MOST_ACTIONS][LONGEST_NAME];

/* What stands behind a key, or an empty text. */
static const char *after(const char *key) {
    const char *found = strstr(line, key);
    return found ? found + strlen(key) : "";
}

/* The number at a place of a list of numbers. */
static int number_at(const char *list, int place) {
    while (place-- > 0 && strchr(list, ','))
        list = strchr(list, ',') + 1;
    return atoi(list);
}

/* Read a list of names such as "R7","W1"] and return how many there are. */
static int read_names(const char *list, char names[][LONGEST_NAME]) {
    int count = 0;
    while (*list == '"' && count < MOST_ACTIONS) {
        const char *end = strchr(list + 1, '"');
        snprintf(names[count++], LONGEST_NAME, "%.*s", (int)(end - list - 1), list + 1);
        list = end[1] == ',' ? end + 2 : end + 1;
    }
    return count;
}

/* Jesters are weakest, then plain cards, then trumps; nothing beats a Wizard. */
static int strength(const char *card, char trump) {
    if (card[0] == 'J')
        return 0;
    if (card[0] == 'W')
        return 27;
    return atoi(card + 1) + (card[0] == trump ? 13 : 0);
}

static char trump_letter(void) {
    char letter = *after("\"trump\":\""); /* "red" and so on; null if there is no trump */
    return letter ? (char)(letter - 'a' + 'A') : 0;
}

/* One trick for each Wizard, high trump and plain 13; the nearest legal bid, as the hook may forbid one. */
static const char *bid(int choices) {
    int cards = read_names(after("\"hands\":[") + strcspn(after("\"hands\":["), "\""), hand);
    int wanted = 0, best = 0;
    for (int i = 0; i < cards; i++) {
        int power = strength(hand[i], trump_letter());
        wanted += power >= 20 || power == 13;
    }
    for (int i = 1; i < choices; i++)
        if (abs(atoi(legal[i] + 4) - wanted) < abs(atoi(legal[best] + 4) - wanted))
            best = i;
    return legal[best];
}

/* The strongest card while tricks are missing, else the weakest. */
static const char *play(int choices, int seat) {
    int missing = number_at(after("\"bids\":["), seat) - number_at(after("\"tricks\":["), seat);
    int best = 0;
    for (int i = 1; i < choices; i++) {
        int more = strength(legal[i], trump_letter()) - strength(legal[best], trump_letter());
        if (missing > 0 ? more > 0 : more < 0)
            best = i;
    }
    return legal[best];
}

int main(void) {
    int seat = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(after("\"type\":"), "\"hello\"", 7))
            seat = atoi(after("\"seat\":"));
        if (strncmp(after("\"type\":"), "\"choose\"", 8))
            continue;
        int choices = read_names(after("\"legal\":["), legal);
        const char *phase = after("\"phase\":\"");
        const char *action = !strncmp(phase, "bid", 3) ? bid(choices) : *phase == 'p' ? play(choices, seat) : legal[0];
        printf("{\"action\":\"%s\"}\n", action);
        fflush(stdout); /* or the referee waits for an answer that sits in our buffer */
    }
    return 0;
}
