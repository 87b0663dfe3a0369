//! A Wizard bot to start from: choose returns the name of one of the legal actions.

use crate::json::Json;

/// What the bot remembers from question to question.
#[derive(Default)]
pub struct Bot {}

impl Bot {
    /// Name a trump, bid or play a card, whatever is due.
    pub fn choose(&mut self, question: &Json, hello: &Json) -> String {
        let state = &question["state"];
        let seat = hello["seat"].number() as usize;
        let legal = question["legal"].texts();
        let hand = state["hands"][seat].texts();
        let trump = if state["trump"].is_null() { "" } else { &state["trump"].text()[..1] }.to_uppercase();
        match state["phase"].text() {
            // "trump R": the colour we hold most of
            "name trump" => best(&legal, |name| hand.iter().filter(|card| card[..1] == name[6..]).count() as f64),
            "bid" => {
                let wanted = hand.iter().map(|card| chance(card, &trump)).sum::<f64>().round();
                best(&legal, |name| -(number(&name[4..]) - wanted).abs()) // "bid 2": the hook may forbid one
            }
            _ => {
                let more = state["bids"][seat].number() > state["tricks"][seat].number();
                best(&legal, |card| if more { 1.0 } else { -1.0 } * strength(card, &trump))
            }
        }
    }
}

/// Return the name that is worth most.
fn best(names: &[&str], worth: impl Fn(&str) -> f64) -> String {
    names.iter().copied().reduce(|first, second| if worth(second) > worth(first) { second } else { first }).unwrap().to_string()
}

/// Return a guess of how likely a card is to take a trick.
fn chance(card: &str, trump: &str) -> f64 {
    let power = strength(card, trump);
    if power > 26.0 {
        1.0
    } else if power > 13.0 {
        0.5 + (power - 13.0) / 30.0
    } else {
        ((power - 8.0) / 8.0).max(0.0)
    }
}

/// Return how strong a card is: a Jester 0, plain cards 1 to 13, trumps 14 to 26, a Wizard 27.
fn strength(card: &str, trump: &str) -> f64 {
    match &card[..1] {
        "J" => 0.0,
        "W" => 27.0,
        colour if colour == trump => number(&card[1..]) + 13.0,
        _ => number(&card[1..]),
    }
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}
