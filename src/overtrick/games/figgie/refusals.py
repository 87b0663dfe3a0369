"""What Figgie refuses: a code for each rule that can be broken, and its sentence."""

(
    OK,
    NOT_A_DICT,
    UNKNOWN_TYPE,
    WORD_OF_OTHER_MODEL,
    UNKNOWN_SUIT,
    NOT_A_PRICE,
    PRICE_TOO_HIGH,
    BID_BEYOND_MONEY,
    BID_NOT_HIGHER,
    BID_CROSSES,
    OFFER_WITHOUT_CARD,
    OFFER_NOT_LOWER,
    OFFER_CROSSES,
    NOTHING_OFFERED,
    OWN_OFFER,
    BUY_BEYOND_MONEY,
    NOTHING_BID,
    OWN_BID,
    SALE_WITHOUT_CARD,
    NOT_AN_ACTION,
    DEAL_IS_OVER,
    OFFER_GONE,
    BID_GONE,
    TOO_EARLY,
) = range(24)
REFUSED_WORD = (
    "{action} uses a word of the other model: quotes to sell are 'offer' in the turn model and 'ask' in the tick model"
)


def sentences(actions: int) -> tuple[str, ...]:
    """Return the sentence of each code, for a game with so many actions."""
    return (
        "",
        "the answer {action} is not a dictionary",
        "the type of {action} is none of bid, offer (in the tick model: ask), buy, sell and pass",
        REFUSED_WORD,
        "the suit of {action} is none of spades, clubs, hearts and diamonds",
        "the price of {action} is not a whole number of at least 1",
        "the price of {action} is above the limit of 1000000",
        "{action} is more money than the seat has",
        "{action} is not above the best bid",
        "{action} is at or above the best offer: use buy to take that",
        "{action} offers a card that the seat does not hold",
        "{action} is not below the best offer",
        "{action} is at or below the best bid: use sell to take that",
        "{action} finds no offer",
        "{action} would take the seat's own offer",
        "{action} costs more money than the seat has",
        "{action} finds no bid",
        "{action} would take the seat's own bid",
        "{action} sells a card that the seat does not hold",
        f"{{action}} is not an action of Figgie, whose actions are 0 to {actions - 1}",
        "{action} comes too late: the deal is over",
        "{action} finds only a dearer offer: somebody was quicker",
        "{action} finds only a lower bid: somebody was quicker",
        "{action} comes before what has already happened",
    )
