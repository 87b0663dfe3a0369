/* A player for the duel to start from. It is started anew for every turn: it
 * reads the game so far from standard input, prints one card and ends.
 *
 * All input is integers, a card is two of them: its suit (0 spades, 1 hearts,
 * 2 diamonds, 3 clubs) and its value (1, the ace, is the lowest; 5 the highest).
 *
 *     P            your role: 1 led the first trick, 2 answered
 *     H            how many cards you hold
 *     s v          H lines: your cards, by suit, then by value
 *     T            how many tricks are over
 *     L s v s v    T lines, oldest first: the role that led, its card, the other's card
 *     C            0: you lead now; 1: a card lies on the table
 *     s v          that card, if there is one
 *
 * The answer is the suit and the value of a card that you hold. If you can
 * follow the suit led you must; else any card will do, but it cannot win.
 */
#include <stdio.h>
#include <stdlib.h>

enum { SUITS = 4, VALUES = 5, MOST_VALUES = 13 }; /* VALUES: the option "ranks" of the game */

typedef struct {
    int suit, value;
} Card;

static int hand_size;
static Card hand[SUITS * MOST_VALUES];
static int gone[SUITS][MOST_VALUES + 1]; /* cards that the other player cannot hold: played, or mine */

static int read_int(void) {
    int number;
    if (scanf("%d", &number) != 1) {
        fprintf(stderr, "the input ends too early\n");
        exit(1);
    }
    return number;
}

static Card read_card(void) {
    Card card;
    card.suit = read_int();
    card.value = read_int();
    gone[card.suit][card.value] = 1;
    return card;
}

/* The lowest card of mine that fits: of a suit (or any, if suit is -1), above a value. */
static const Card *lowest(int suit, int above) {
    const Card *best = NULL;
    for (const Card *card = hand; card < hand + hand_size; card++)
        if ((suit == -1 || card->suit == suit) && card->value > above && (!best || card->value < best->value))
            best = card;
    return best;
}

/* A card of mine that nothing the other player can hold beats, or none. */
static const Card *sure_winner(void) {
    for (const Card *card = hand; card < hand + hand_size; card++) {
        int value = card->value + 1;
        while (value <= VALUES && gone[card->suit][value])
            value++;
        if (value > VALUES)
            return card;
    }
    return NULL;
}

static const Card *lead(void) {
    const Card *card = sure_winner();
    return card ? card : lowest(-1, 0);
}

/* Win as cheaply as possible; else follow suit, or throw away, as cheaply as possible. */
static const Card *answer(Card led) {
    const Card *card = lowest(led.suit, led.value);
    if (!card)
        card = lowest(led.suit, 0);
    return card ? card : lowest(-1, 0);
}

int main(void) {
    read_int(); /* our role: good to know, but this player does not need it */
    hand_size = read_int();
    for (int i = 0; i < hand_size; i++)
        hand[i] = read_card();
    for (int tricks = read_int(); tricks > 0; tricks--) {
        read_int(); /* who led */
        read_card();
        read_card();
    }
    const Card *card = read_int() ? answer(read_card()) : lead();
    printf("%d %d\n", card->suit, card->value);
    return 0;
}
