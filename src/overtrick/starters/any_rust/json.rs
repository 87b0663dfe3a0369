//! A value of JSON: read reads one, and an index looks into it. What is not there is Null.
#![allow(dead_code)] // no bot needs all of it

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Index;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(HashMap<String, Json>),
}

impl Json {
    pub fn read(text: &str) -> Json {
        value(&mut text.chars().peekable())
    }

    pub fn is_null(&self) -> bool {
        *self == Json::Null
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("{other:?} is no text"),
        }
    }

    pub fn number(&self) -> i64 {
        match self {
            Json::Number(number) => *number as i64,
            other => panic!("{other:?} is no number"),
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(list) => list,
            other => panic!("{other:?} is no list"),
        }
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<&str> {
        self.list().iter().map(Json::text).collect()
    }
}

impl Index<&str> for Json {
    type Output = Json;
    fn index(&self, key: &str) -> &Json {
        match self {
            Json::Map(map) => map.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
}

impl Index<usize> for Json {
    type Output = Json;
    fn index(&self, place: usize) -> &Json {
        self.list().get(place).unwrap_or(&Json::Null)
    }
}

type Rest<'a> = Peekable<Chars<'a>>;

fn value(rest: &mut Rest) -> Json {
    match peek(rest) {
        '{' => {
            let mut map = HashMap::new();
            while goes_on(rest, '{', '}') {
                let key = string(rest);
                peek(rest);
                rest.next(); // the colon
                map.insert(key, value(rest));
            }
            Json::Map(map)
        }
        '[' => {
            let mut list = Vec::new();
            while goes_on(rest, '[', ']') {
                list.push(value(rest));
            }
            Json::List(list)
        }
        '"' => Json::Text(string(rest)),
        _ => word(rest),
    }
}

fn peek(rest: &mut Rest) -> char {
    while rest.next_if(|here| here.is_whitespace()).is_some() {}
    *rest.peek().expect("JSON goes on")
}

/// Step over the beginning, a comma or the end of a list; return whether something follows.
fn goes_on(rest: &mut Rest, begin: char, end: char) -> bool {
    let here = peek(rest);
    rest.next();
    if here == begin && peek(rest) == end {
        rest.next();
        return false;
    }
    here != end
}

fn string(rest: &mut Rest) -> String {
    let mut found = String::new();
    peek(rest);
    rest.next(); // the quote
    loop {
        match rest.next().expect("a string ends") {
            '"' => return found,
            '\\' => found.push(match rest.next().expect("a string ends") {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits: String = rest.take(4).collect();
                    u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
                }
                other => other,
            }),
            other => found.push(other),
        }
    }
}

fn word(rest: &mut Rest) -> Json {
    let mut found = String::new();
    while let Some(here) = rest.next_if(|here| !matches!(here, ',' | ']' | '}') && !here.is_whitespace()) {
        found.push(here);
    }
    match found.as_str() {
        "null" => Json::Null,
        "true" => Json::Bool(true),
        "false" => Json::Bool(false),
        _ => Json::Number(found.parse().expect("a number")),
    }
}
