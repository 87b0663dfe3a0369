/* A Figgie bot to start from, in C, for both trading models. It lives for a whole
 * match: one line of JSON comes in for each question, one goes out for each answer.
 *
 *     {"type":"hello",...,"seats":4,"seat":1,...}        once, no answer expected
 *     {"type":"choose",...,"state":{...},...}
 *     {"type":"goodbye",...}                             once, at the end
 *
 * The lines are compact JSON, without spaces between the parts, so a short scan
 * for a key is enough to read what this bot needs. A better bot takes a JSON library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUITS = 4, TOP_BID = 14, FIRST_BID = 6, FIRST_OFFER = 14, LEAST_PRICE = 5 };

static const char *const SUIT[SUITS] = {"spades", "clubs", "hearts", "diamonds"}; /* the mate of suit s is s ^ 1 */
static char line[1 << 20];

/* What stands behind a key, looked for from a place on, or an empty text. */
static const char *after(const char *from, const char *key) {
    const char *found = strstr(from, key);
    return found ? found + strlen(key) : "";
}

static const char *of_suit(const char *from, int suit) {
    char key[16];
    snprintf(key, sizeof key, "\"%s\":", SUIT[suit]);
    return after(from, key);
}

static int is_tick(void) {
    return strstr(line, "\"books\":") != NULL;
}

/* Where the best bid or offer of a suit stands: {"price":5,"player":2}, or null. */
static const char *best(int suit, int bids) {
    if (is_tick())
        return after(of_suit(after(line, "\"books\":"), suit), bids ? "\"bid\":" : "\"ask\":");
    return of_suit(after(line, bids ? "\"bids\":" : "\"offers\":"), suit);
}

static int price(int suit, int bids) {
    return *best(suit, bids) == '{' ? atoi(after(best(suit, bids), "\"price\":")) : 0;
}

static int is_ours(int suit, int bids) {
    const char *quote = best(suit, bids);
    return *quote == '{' && atoi(after(quote, "\"player\":")) == atoi(after(line, "\"position\":"));
}

static int held(int suit) {
    return atoi(of_suit(after(line, "\"hand\":"), suit));
}

/* The longest suit dealt to us is probably the one of twelve cards; the goal suit is its mate. */
static int likely_goal(void) {
    int longest = 0;
    for (int suit = 1; suit < SUITS; suit++)
        if (held(suit) > held(longest))
            longest = suit;
    return longest ^ 1;
}

/* Write the name of an action; return whether there is one. */
static int trade(char *action, int goal, int money) {
    int offered = price(goal, 0);
    if (offered && offered <= TOP_BID && offered <= money && !is_ours(goal, 0))
        return sprintf(action, "buy %s", SUIT[goal]);
    for (int suit = 0; suit < SUITS; suit++)
        if (suit != goal && held(suit) && price(suit, 1) >= LEAST_PRICE && !is_ours(suit, 1))
            return sprintf(action, "sell %s", SUIT[suit]);
    return 0;
}

static int quote(char *action, int goal, int money) {
    int next = price(goal, 1) ? price(goal, 1) + 1 : FIRST_BID;
    if (next <= TOP_BID && next <= money && (!price(goal, 0) || next < price(goal, 0)) && !is_ours(goal, 1))
        return sprintf(action, "bid %s %d", SUIT[goal], next);
    for (int suit = 0; suit < SUITS; suit++) {
        next = price(suit, 0) ? price(suit, 0) - 1 : FIRST_OFFER;
        if (suit != goal && held(suit) && next >= LEAST_PRICE && next > price(suit, 1) && !is_ours(suit, 0))
            return sprintf(action, "%s %s %d", is_tick() ? "ask" : "offer", SUIT[suit], next);
    }
    return 0;
}

int main(void) {
    int deal = 0, goal = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(after(line, "\"type\":"), "\"choose\"", 8))
            continue;
        char action[64] = "pass";
        int money = atoi(after(line, "\"money\":"));
        if (deal != atoi(after(line, "\"deal\":"))) {
            deal = atoi(after(line, "\"deal\":"));
            goal = likely_goal(); /* from the hand as dealt: what we buy later must not change it */
        }
        if (!trade(action, goal, money))
            quote(action, goal, money);
        printf("{\"action\":\"%s\"}\n", action);
        fflush(stdout); /* or the referee waits for an answer that sits in our buffer */
    }
    return 0;
}
