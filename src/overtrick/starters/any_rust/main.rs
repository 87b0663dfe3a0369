//! The talk with the referee: one line of JSON comes in for each question, one line goes out for each answer.
//! choose.rs decides. Nothing else may be written to the standard output; eprintln! is for notes to yourself.

mod choose;
mod json;

use json::Json;
use std::io::{stdin, BufRead};

fn main() {
    let mut bot = choose::Bot::default();
    let mut hello = Json::Null; // game, seats, seat, options and seed, once at the beginning
    for line in stdin().lock().lines().map_while(Result::ok) {
        let message = Json::read(&line);
        match message["type"].text() {
            "hello" => hello = message,
            "choose" => println!("{{\"action\":\"{}\"}}", bot.choose(&message, &hello)), // println! flushes at a newline
            _ => {}
        }
    }
}
