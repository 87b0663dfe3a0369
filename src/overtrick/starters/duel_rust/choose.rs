//! A bot for the duel to start from: choose returns the name of one of the legal cards.

use crate::json::Json;

/// What the bot remembers from question to question.
#[derive(Default)]
pub struct Bot {}

impl Bot {
    /// Win a trick as cheaply as possible, or lose it cheaply; lead the highest card.
    pub fn choose(&mut self, question: &Json, _hello: &Json) -> String {
        let mut cards = question["legal"].texts();
        cards.sort_by_key(|card| value(card));
        let trick = &question["state"]["trick"];
        if trick.list().is_empty() {
            return cards[cards.len() - 1].to_string();
        }
        let led = trick[0]["card"].text();
        let wins = |card: &&&str| card[..1] == led[..1] && value(card) > value(led);
        cards.iter().find(wins).unwrap_or(&cards[0]).to_string()
    }
}

/// Return the value of a card such as SA, H4 or C13; an ace is the lowest.
fn value(card: &str) -> i64 {
    if &card[1..] == "A" { 1 } else { card[1..].parse().unwrap() }
}
