/* The C limit: Figgie in the turn model, random play, as straight C would write it.
 *
 * usage: figgie SEATS GAMES STATE
 * Prints the decisions made, a sum of scores that must equal ours for the same
 * starting state of the same generator, and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SUITS = 4, MAX_SEATS = 5, DECK = 40, MONEY = 350, POT = 200, CARD_PAYS = 10 };
enum { TURNS_PER_SEAT = 50, QUIET_ROUNDS = 2, TOP = 30, NO_QUOTE = 1000001, NOBODY = -1 };
enum { PASS, BUY, SELL, BID, OFFER };

typedef struct {
    int bid, bidder, offer, offerer;
} book;

typedef struct {
    int seats, goal, goal_size;
    int hand[MAX_SEATS][SUITS], money[MAX_SEATS];
    book books[SUITS];
} table;

typedef struct {
    int kind, suit, price;
} action;

static uint64_t state;

static uint32_t number(void) {
    state = 2050906983u * (state & 0xffffffffu) + (state >> 32);
    return (uint32_t)(state ^ state >> 32);
}

static int below(int size) { return (int)((uint64_t)number() * size >> 32); }

/* Take a number below a size from the top of a 32-bit number; what is left of it serves the next choice. */
static int take(uint64_t *luck, int size) {
    *luck *= size;
    int taken = (int)(*luck >> 32);
    *luck &= 0xffffffffu;
    return taken;
}

static int pick_member(uint64_t *luck, int mask) {
    int index = take(luck, __builtin_popcount(mask));
    while (index--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

static int least(int a, int b) { return a < b ? a : b; }

static void clear_books(table *t) {
    for (int suit = 0; suit < SUITS; suit++) t->books[suit] = (book){0, NOBODY, NO_QUOTE, NOBODY};
}

static void deal(table *t) {
    uint8_t deck[DECK], suit_of[DECK];
    int each = DECK / t->seats, size[SUITS] = {10, 10, 10, 10};

    for (int i = 0; i < DECK; i++) deck[i] = i;
    for (int i = 0; i < DECK; i++) {
        int j = i + below(DECK - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    int which = below(12), most = which / 3, fewest = which % 3;
    fewest += fewest >= most;
    size[most] = 12;
    size[fewest] = 8;
    t->goal = most ^ 1;
    t->goal_size = size[t->goal];
    for (int suit = 0, card = 0; suit < SUITS; suit++)
        for (int i = 0; i < size[suit]; i++) suit_of[card++] = suit;
    for (int seat = 0; seat < t->seats; seat++) {
        t->money[seat] = MONEY - POT / t->seats;
        for (int suit = 0; suit < SUITS; suit++) t->hand[seat][suit] = 0;
        for (int i = 0; i < each; i++) t->hand[seat][suit_of[deck[seat * each + i]]]++;
    }
    clear_books(t);
}

static action pick(const table *t, int seat) {
    uint64_t luck = number();
    int money = t->money[seat], buys = 0, sells = 0, bids = 0, offers = 0;

    for (int suit = 0; suit < SUITS; suit++) {
        const book *b = &t->books[suit];
        int held = t->hand[seat][suit] > 0;
        int room = b->bid < TOP && b->offer > b->bid + 1;
        buys |= (b->offer <= money && b->offerer != seat) << suit;
        sells |= (held && b->bid > 0 && b->bidder != seat) << suit;
        bids |= (room && money > b->bid) << suit;
        offers |= (room && held) << suit;
    }
    int kinds = 1 | !!buys << BUY | !!sells << SELL | !!bids << BID | !!offers << OFFER;
    int kind = pick_member(&luck, kinds);
    if (kind == PASS) return (action){PASS, 0, 0};
    if (kind == BUY) return (action){BUY, pick_member(&luck, buys), 0};
    if (kind == SELL) return (action){SELL, pick_member(&luck, sells), 0};
    int suit = pick_member(&luck, kind == BID ? bids : offers);
    int bid = t->books[suit].bid, top = least(TOP, t->books[suit].offer - 1);
    if (kind == BID) top = least(top, money);
    return (action){kind, suit, bid + 1 + take(&luck, top - bid)};
}

static void trade(table *t, int suit, int price, int buyer, int seller) {
    t->money[buyer] -= price;
    t->money[seller] += price;
    t->hand[buyer][suit]++;
    t->hand[seller][suit]--;
    clear_books(t);
}

static void play(table *t, int seat, action a) {
    book *b = &t->books[a.suit];
    switch (a.kind) {
    case BUY: trade(t, a.suit, b->offer, seat, b->offerer); break;
    case SELL: trade(t, a.suit, b->bid, b->bidder, seat); break;
    case BID: b->bid = a.price, b->bidder = seat; break;
    case OFFER: b->offer = a.price, b->offerer = seat; break;
    }
}

static long weighted_scores(const table *t) {
    int most = 0, winners = 0;
    long sum = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        int goals = t->hand[seat][t->goal];
        if (goals > most) most = goals, winners = 0;
        winners += goals == most;
    }
    int rest = POT - CARD_PAYS * t->goal_size, odd = rest % winners;
    for (int seat = 0; seat < t->seats; seat++) {
        int goals = t->hand[seat][t->goal];
        int score = t->money[seat] - MONEY + CARD_PAYS * goals;
        if (goals == most) score += rest / winners + (odd-- > 0);
        sum += (seat + 1) * score;
    }
    return sum;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    table t = {.seats = atoi(argv[1])};
    long games = atol(argv[2]), decisions = 0, sum = 0;
    state = strtoull(argv[3], NULL, 10);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long game = 0; game < games; game++) {
        int turns = 0, quiet = 0, seat = 0;
        deal(&t);
        while (turns < TURNS_PER_SEAT * t.seats && quiet < QUIET_ROUNDS * t.seats) {
            action a = pick(&t, seat);
            play(&t, seat, a);
            turns++;
            quiet = a.kind == PASS ? quiet + 1 : 0;
            seat = seat + 1 == t.seats ? 0 : seat + 1;
        }
        decisions += turns;
        sum += weighted_scores(&t);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld %.6f\n", decisions, sum, (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
