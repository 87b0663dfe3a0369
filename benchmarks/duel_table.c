/* The C limit: the exact table of the duel with its usual deck of 20, as straight C would write it.
 *
 * usage: duel_table REPETITIONS [TABLE]
 * Computes the table so many times, writes it to a file if asked, and prints how many
 * positions it has and the least seconds that one computation took.
 * A suit is a shape: a leading 1, then from the highest card to the lowest 1 for the leader's, 0 for the other's.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LONGEST = 5, SHAPES = 2 << LONGEST, CHOICES = 3, HAND = 2 * LONGEST, PLACES = 720720 };

typedef struct { uint8_t led, thrown, leader_won, there; } Trick;

static int binomial[4][SHAPES], flipped[SHAPES], length[SHAPES], leads[SHAPES], balance[SHAPES];
static Trick follow[SHAPES][CHOICES][CHOICES], discard[SHAPES][CHOICES][SHAPES][CHOICES];
static uint32_t positions[PLACES];
static int ends[HAND + 1];
static int8_t values[PLACES];

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline int place(int a, int b, int c, int d) {
    return binomial[0][a] + binomial[1][b] + binomial[2][c] + binomial[3][d];
}

static inline int place_of(int a, int b, int c, int d) {
    int t;
    t = least(b, c), c = most(b, c), b = t;
    t = least(c, d), d = most(c, d), c = t;
    t = least(b, c), c = most(b, c), b = t;
    t = least(a, b), a = most(a, b), b = t;
    t = least(a, c), a = most(a, c), c = t;
    return place(b, c, least(a, d), most(a, d));
}

static int without(int shape, int card) { return shape >> (card + 1) << card | (shape & ((1 << card) - 1)); }

/* The lowest card of a run of neighbours in one hand stands for all of them. */
static int is_choice(int shape, int card, int owner) {
    return (shape >> card & 1) == owner && (card == 0 || (shape >> (card - 1) & 1) != owner);
}

static void make_shapes(void) {
    for (int shape = 1; shape < SHAPES; shape++) {
        length[shape] = 31 - __builtin_clz(shape);
        flipped[shape] = shape ^ ((1 << length[shape]) - 1);
        leads[shape] = __builtin_popcount(shape) - 1;
        balance[shape] = 2 * leads[shape] - length[shape];
        long count = 1;
        for (int rank = 0; rank < 4; rank++) {
            count = count * (shape - 1 + rank) / (rank + 1);
            binomial[rank][shape] = (int)count;
        }
    }
}

static void make_tricks(void) {
    memset(follow, 0, sizeof follow);
    memset(discard, 0, sizeof discard);
    for (int shape = 1; shape < SHAPES; shape++)
        for (int card = 0, lead = 0; card < length[shape]; card++) {
            if (!is_choice(shape, card, 1)) continue;
            if (leads[shape] < length[shape]) {
                for (int reply = 0, choice = 0; reply < length[shape]; reply++) {
                    if (!is_choice(shape, reply, 0)) continue;
                    int after = without(without(shape, most(card, reply)), least(card, reply));
                    follow[shape][lead][choice++] = (Trick){card > reply ? after : flipped[after], 0, card > reply, 1};
                }
            } else {
                for (int other = 1; other < SHAPES; other++)
                    for (int reply = 0, choice = 0; reply < length[other]; reply++)
                        if (is_choice(other, reply, 0))
                            discard[shape][lead][other][choice++] =
                                (Trick){without(shape, card), without(other, reply), 1, 1};
            }
            lead++;
        }
}

static int make_positions(void) {
    memset(ends, 0, sizeof ends);
    for (int filling = 0; filling < 2; filling++) {
        for (int a = 1; a < SHAPES; a++)
            for (int b = a; b < SHAPES; b++)
                for (int c = b; c < SHAPES; c++) {
                    int sum = balance[a] + balance[b] + balance[c];
                    if (sum > LONGEST || sum < -LONGEST) continue;
                    for (int d = c; d < SHAPES; d++) {
                        if (balance[d] != -sum) continue;
                        int cards = leads[a] + leads[b] + leads[c] + leads[d];
                        if (filling) positions[ends[cards]] = a << 18 | b << 12 | c << 6 | d;
                        ends[cards]++;
                    }
                }
        if (filling) break;
        for (int cards = 0, first = 0; cards <= HAND; cards++) {
            int count = ends[cards];
            ends[cards] = first;
            first += count;
        }
    }
    return ends[HAND];
}

static int best_from(int led, int x, int y, int z, int cards, int best) {
    for (int lead = 0; lead < CHOICES; lead++) {
        int worst = cards + 1;
        const Trick *trick = follow[led][lead];
        for (int i = 0; i < CHOICES && trick[i].there && worst > best; i++) {
            if (trick[i].leader_won)
                worst = least(worst, 1 + values[place_of(trick[i].led, x, y, z)]);
            else
                worst = least(worst, cards - 1 - values[place_of(trick[i].led, flipped[x], flipped[y], flipped[z])]);
        }
        for (int turn = 0; turn < 3; turn++) {
            trick = discard[led][lead][x];
            for (int i = 0; i < CHOICES && trick[i].there && worst > best; i++)
                worst = least(worst, 1 + values[place_of(trick[i].led, trick[i].thrown, y, z)]);
            int t = x;
            x = y, y = z, z = t;
        }
        if (worst > best && worst <= cards) best = worst;
    }
    return best;
}

static void solve(void) {
    memset(values, -1, sizeof values);
    for (int cards = 0, index = 0; cards <= HAND; cards++)
        for (; index < ends[cards]; index++) {
            uint32_t position = positions[index];
            int led = position >> 18, x = position >> 12 & 63, y = position >> 6 & 63, z = position & 63;
            int own = place(led, x, y, z), value = 0;
            for (int turn = 0; turn < 4; turn++) {
                if (led != x || turn == 3) value = best_from(led, x, y, z, cards, value);
                int t = led;
                led = x, x = y, y = z, z = t;
            }
            values[own] = value;
        }
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) return 2;
    double shortest = 1e9;
    int count = 0;
    for (long repetition = atol(argv[1]); repetition > 0; repetition--) {
        struct timespec begin, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        make_shapes();
        make_tricks();
        count = make_positions();
        solve();
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        double seconds = (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec);
        if (seconds < shortest) shortest = seconds;
    }
    if (argc == 3) {
        FILE *file = fopen(argv[2], "wb");
        if (!file || fwrite(values, 1, sizeof values, file) != sizeof values || fclose(file)) return 1;
    }
    printf("%d %.6f\n", count, shortest);
    return 0;
}
