//! A Figgie bot to start from, for both trading models: choose returns the name of an action.

use crate::json::Json;

const SUITS: [&str; 4] = ["spades", "clubs", "hearts", "diamonds"]; // the mate of suit s is s ^ 1
const TOP_BID: i64 = 14;
const FIRST_BID: i64 = 6;
const FIRST_OFFER: i64 = 14;
const LEAST_PRICE: i64 = 5;

/// What the bot remembers from question to question.
#[derive(Default)]
pub struct Bot {
    deal: i64,
    goal: &'static str,
}

impl Bot {
    /// Take a good price, else better a quote by 1, else pass.
    pub fn choose(&mut self, question: &Json, _hello: &Json) -> String {
        let state = &question["state"];
        if question["deal"].number() != self.deal {
            self.deal = question["deal"].number();
            self.goal = likely_goal(state); // from the hand as dealt: what we buy later must not change it
        }
        self.trade(state).or_else(|| self.quote(state)).unwrap_or_else(|| "pass".to_string())
    }

    fn trade(&self, state: &Json) -> Option<String> {
        let offer = best(state, self.goal, false);
        if price(offer, 1000) <= top(state) && !is_ours(state, offer) {
            return Some(format!("buy {}", self.goal));
        }
        let wanted = |suit: &&str| price(best(state, suit, true), 0) >= LEAST_PRICE && !is_ours(state, best(state, suit, true));
        self.others(state).into_iter().find(wanted).map(|suit| format!("sell {suit}"))
    }

    fn quote(&self, state: &Json) -> Option<String> {
        let (bid, offer) = (best(state, self.goal, true), best(state, self.goal, false));
        let more = price(bid, FIRST_BID - 1) + 1;
        if more <= top(state) && more < price(offer, 1000) && !is_ours(state, bid) {
            return Some(format!("bid {} {more}", self.goal));
        }
        let word = if state["books"].is_null() { "offer" } else { "ask" };
        self.others(state).into_iter().find_map(|suit| {
            let less = price(best(state, suit, false), FIRST_OFFER + 1) - 1;
            let fits = less >= LEAST_PRICE && less > price(best(state, suit, true), 0);
            (fits && !is_ours(state, best(state, suit, false))).then(|| format!("{word} {suit} {less}"))
        })
    }

    /// Return the suits that we hold and do not collect.
    fn others(&self, state: &Json) -> Vec<&'static str> {
        SUITS.into_iter().filter(|suit| *suit != self.goal && state["hand"][*suit].number() > 0).collect()
    }
}

/// The longest suit dealt to us is probably the one of twelve cards; the goal suit is its mate.
fn likely_goal(state: &Json) -> &'static str {
    let longest = (0..4).max_by_key(|suit| state["hand"][SUITS[*suit]].number()).unwrap();
    SUITS[longest ^ 1]
}

/// Return the best bid, or the best offer, of a suit.
fn best<'a>(state: &'a Json, suit: &str, bids: bool) -> &'a Json {
    if !state["books"].is_null() {
        return &state["books"][suit][if bids { "bid" } else { "ask" }]; // the tick model
    }
    &state[if bids { "bids" } else { "offers" }][suit]
}

/// Return a price, or another number if nobody quotes.
fn price(quote: &Json, otherwise: i64) -> i64 {
    if quote.is_null() { otherwise } else { quote["price"].number() }
}

fn is_ours(state: &Json, quote: &Json) -> bool {
    !quote.is_null() && quote["player"] == state["position"]
}

/// Return the most that we pay.
fn top(state: &Json) -> i64 {
    TOP_BID.min(state["money"].number())
}
