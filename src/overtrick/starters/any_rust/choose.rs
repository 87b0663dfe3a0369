//! A bot for GAME to start from: choose returns the name of one of the legal actions.

use crate::json::Json;

/// What the bot remembers from question to question.
#[derive(Default)]
pub struct Bot {}

impl Bot {
    /// Play the first legal action; the question also has a state and events.
    pub fn choose(&mut self, question: &Json, _hello: &Json) -> String {
        question["legal"][0].text().to_string()
    }
}
