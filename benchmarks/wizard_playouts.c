/* The C limit: sampled worlds of a Wizard position before the first bid, each played to its end at random.
 *
 * usage: wizard_playouts WORLDS TRIES STATE SEATS CARDS SEAT TRUMP HIDDEN HAND...
 * HIDDEN is the mask of the cards that the seat to move does not see, the HANDs are those of a first world. The next
 * worlds come from exchanging single cards. Prints the sum of the seat's scores, the decisions, the state of the
 * generator, which must all equal ours, and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RANKS = 13, JESTER = 52, WIZARD = 56, NO_SUIT = -1, NO_CARD = -1, MOST = 6 };

static uint64_t state;

static uint32_t number(void) {
    state = 2050906983u * (state & 0xffffffffu) + (state >> 32);
    return (uint32_t)(state ^ state >> 32);
}

static int pick(uint64_t mask) {
    int index = (int)((uint64_t)number() * __builtin_popcountll(mask) >> 32);
    while (index--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static int beats(int card, int best, int trump) {
    if (card >= JESTER) return card >= WIZARD && best < WIZARD;
    if (best >= JESTER) return best < WIZARD;
    if (card / RANKS == best / RANKS) return card > best;
    return card / RANKS == trump;
}

static int owner(const uint64_t *hand, int seats, int seat, int card) {
    for (int other = 0; other < seats; other++)
        if (other != seat && hand[other] >> card & 1) return other;
    return seat;
}

static void exchange(uint64_t *hand, int seats, int seat, uint64_t hidden, int tries) {
    for (int i = 0; i < tries; i++) {
        uint64_t held = 0;
        for (int other = 0; other < seats; other++)
            if (other != seat) held |= hand[other];
        int card = pick(held), giver = owner(hand, seats, seat, card);
        int wanted = pick(hidden & ~hand[giver]), taker = owner(hand, seats, seat, wanted);
        uint64_t both = 1ull << card | 1ull << wanted;
        number(); /* by which an exchange might be refused, if there were bids */
        hand[giver] ^= both;
        if (taker != seat) hand[taker] ^= both;
    }
}

static int play_out(const uint64_t *world, int seats, int cards, int seat, int trump, long *decisions) {
    uint64_t hand[MOST];
    int bid[MOST], won[MOST] = {0}, leader = seat;
    for (int i = 0; i < seats; i++) hand[i] = world[i];
    for (int i = 0, other = seat; i < seats; i++, other = other + 1 == seats ? 0 : other + 1)
        bid[other] = (int)((uint64_t)(cards + 1) * number() >> 32);
    for (int trick = 0; trick < cards; trick++) {
        int led = NO_SUIT, best = leader, best_card = NO_CARD;
        for (int i = 0, other = leader; i < seats; i++, other = other + 1 == seats ? 0 : other + 1) {
            uint64_t legal = hand[other];
            if (led != NO_SUIT) {
                uint64_t follow = legal & 0x1fffull << RANKS * led;
                if (follow) legal = follow | (legal & 0xffull << JESTER);
            }
            int card = pick(legal);
            hand[other] ^= 1ull << card;
            if (led == NO_SUIT && card < JESTER && best_card < WIZARD) led = card / RANKS;
            if (best_card == NO_CARD || beats(card, best_card, trump)) {
                best = other;
                best_card = card;
            }
        }
        won[best]++;
        leader = best;
    }
    *decisions += seats * (cards + 1);
    int miss = abs(won[seat] - bid[seat]);
    return miss ? -10 * miss : 20 + 10 * won[seat];
}

int main(int argc, char **argv) {
    if (argc < 9) return 2;
    long worlds = atol(argv[1]), total = 0, decisions = 0;
    int tries = atoi(argv[2]), seats = atoi(argv[4]), cards = atoi(argv[5]), seat = atoi(argv[6]), trump = atoi(argv[7]);
    uint64_t hidden = strtoull(argv[8], NULL, 10), world[MOST] = {0};
    if (seats > MOST || argc != 9 + seats) return 2;
    state = strtoull(argv[3], NULL, 10);
    for (int i = 0; i < seats; i++) world[i] = strtoull(argv[9 + i], NULL, 10);
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (long i = 0; i < worlds; i++) {
        exchange(world, seats, seat, hidden, tries);
        total += play_out(world, seats, cards, seat, trump, &decisions);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("%ld %ld %llu %.6f\n", total, decisions, (unsigned long long)state, seconds);
    return 0;
}
