/* The C limit: official Wizard, random play, as straight C would write it.
 *
 * usage: wizard SEATS GAMES STATE
 * Prints the decisions made, a sum of scores that must equal ours for the same
 * starting state of the same generator, and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RANKS = 13, JESTER = 52, WIZARD = 56, DECK = 60, NO_SUIT = -1, NO_CARD = -1 };

static uint64_t state;

static uint32_t number(void) {
    state = 2050906983u * (state & 0xffffffffu) + (state >> 32);
    return (uint32_t)(state ^ state >> 32);
}

static int below(int size) { return (int)((uint64_t)number() * size >> 32); }

static int member(uint64_t mask, int index) {
    while (index--) mask &= mask - 1;
    return __builtin_ctzll(mask);
}

static int pick(uint64_t mask) { return member(mask, below(__builtin_popcountll(mask))); }

static int beats(int card, int best, int trump) {
    if (card >= JESTER) return card >= WIZARD && best < WIZARD;
    if (best >= JESTER) return best < WIZARD;
    if (card / RANKS == best / RANKS) return card > best;
    return card / RANKS == trump;
}

static long play_round(int seats, int cards, int dealer, long *totals) {
    uint8_t deck[DECK];
    uint64_t hand[6] = {0};
    int bid[6], won[6] = {0};
    int dealt = seats * cards;
    int drawn = dealt < DECK ? dealt + 1 : DECK;
    long decisions = 0;

    for (int i = 0; i < DECK; i++) deck[i] = i;
    for (int i = 0; i < drawn; i++) {
        int j = i + below(DECK - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < cards; i++) hand[seat] |= 1ull << deck[seat * cards + i];
    int turned = dealt < DECK ? deck[dealt] : NO_CARD;
    int trump = turned >= 0 && turned < JESTER ? turned / RANKS : NO_SUIT;
    if (turned >= WIZARD) {
        trump = pick(0xf);
        decisions++;
    }
    int leader = dealer + 1 == seats ? 0 : dealer + 1;
    for (int i = 0, seat = leader; i < seats; i++, seat = seat + 1 == seats ? 0 : seat + 1) {
        bid[seat] = pick((1ull << (cards + 1)) - 1);
        decisions++;
    }
    for (int trick = 0; trick < cards; trick++) {
        int led = NO_SUIT, best = leader, best_card = NO_CARD;
        for (int i = 0, seat = leader; i < seats; i++, seat = seat + 1 == seats ? 0 : seat + 1) {
            uint64_t legal = hand[seat];
            if (led != NO_SUIT) {
                uint64_t follow = legal & 0x1fffull << RANKS * led;
                if (follow) legal = follow | (legal & 0xffull << JESTER);
            }
            int card = pick(legal);
            hand[seat] ^= 1ull << card;
            if (led == NO_SUIT && card < JESTER && best_card < WIZARD) led = card / RANKS;
            if (best_card == NO_CARD || beats(card, best_card, trump)) {
                best = seat;
                best_card = card;
            }
            decisions++;
        }
        won[best]++;
        leader = best;
    }
    for (int seat = 0; seat < seats; seat++) {
        int miss = abs(won[seat] - bid[seat]);
        totals[seat] += miss ? -10 * miss : 20 + 10 * won[seat];
    }
    return decisions;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int seats = atoi(argv[1]);
    long games = atol(argv[2]), decisions = 0, sum = 0;
    state = strtoull(argv[3], NULL, 10);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long game = 0; game < games; game++) {
        long totals[6] = {0};
        int rounds = DECK / seats;
        for (int round = 1; round <= rounds; round++)
            decisions += play_round(seats, round, (round - 1) % seats, totals);
        for (int seat = 0; seat < seats; seat++) sum += (seat + 1) * totals[seat];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld %.6f\n", decisions, sum, (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
