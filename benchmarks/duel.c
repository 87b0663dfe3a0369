/* The C limit: the duel with its usual deck of 20, random play, as straight C would write it.
 *
 * usage: duel SEATS GAMES STATE
 * Prints the decisions made, a sum of scores that must equal ours for the same
 * starting state of the same generator, and the seconds it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SEATS = 2, SUITS = 4, VALUES = 5, DECK = SUITS * VALUES, CARDS = DECK / SEATS };

static uint64_t state;

static uint32_t number(void) {
    state = 2050906983u * (state & 0xffffffffu) + (state >> 32);
    return (uint32_t)(state ^ state >> 32);
}

static int below(int size) { return (int)((uint64_t)number() * size >> 32); }

static int pick(uint32_t mask) {
    int index = below(__builtin_popcount(mask));
    while (index--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

static void play_game(long *won) {
    uint8_t deck[DECK];
    uint32_t hand[SEATS] = {0};

    for (int i = 0; i < DECK; i++) deck[i] = i;
    for (int i = 0; i < DECK; i++) {
        int j = i + below(DECK - i);
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
        hand[i / CARDS] |= 1u << deck[i];
    }
    for (int trick = 0, leader = 0; trick < CARDS; trick++) {
        int led = pick(hand[leader]);
        hand[leader] ^= 1u << led;
        uint32_t suit = 0x1fu << led / VALUES * VALUES, following = hand[!leader] & suit;
        int card = pick(following ? following : hand[!leader]);
        hand[!leader] ^= 1u << card;
        if (following && card > led) leader = !leader;
        won[leader]++;
    }
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[1]) != SEATS) return 2;
    long games = atol(argv[2]), won[SEATS] = {0};
    state = strtoull(argv[3], NULL, 10);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long game = 0; game < games; game++) play_game(won);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld %.6f\n", games * DECK, won[0] + 2 * won[1],
           (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec));
    return 0;
}
