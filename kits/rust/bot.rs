//! A complete bot for every game of Plowshares, in Rust, with nothing but the standard library.
//!
//! The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
//! our standard output. Everything for people goes to standard error.
//!
//! Build it:  plowshares bot build kits/rust
//! Try it:    plowshares bot check kits/rust --game stratego
//! Then change `choose` below.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

/// Reading JSON without a crate: a value is the piece of text it is written in.
mod json {
    /// Find the end of the value that begins at `from`.
    fn end_of(text: &[u8], from: usize) -> usize {
        let (mut depth, mut in_string, mut i) = (0, false, from);
        while i < text.len() {
            match text[i] {
                b'\\' if in_string => i += 1,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return i, // the end of what we are in
                b'}' | b']' => depth -= 1,
                b',' if depth == 0 => return i,
                _ => {}
            }
            i += 1;
        }
        text.len()
    }

    /// Split what is between the brackets of an object or a list into its parts.
    pub fn parts(value: &str) -> Vec<&str> {
        let (mut found, mut i) = (Vec::new(), 1);
        while i + 1 < value.len() {
            let end = end_of(value.as_bytes(), i);
            found.push(&value[i..end]);
            i = end + 1;
        }
        found
    }

    /// Return the value of a key of an object; empty if there is none.
    pub fn get<'a>(object: &'a str, key: &str) -> &'a str {
        let start = format!("\"{}\":", key);
        parts(object).into_iter().find_map(|part| part.strip_prefix(start.as_str())).unwrap_or("")
    }

    pub fn number(value: &str) -> i64 {
        value.parse().unwrap_or(0)
    }
}

/// A small generator of random numbers (xorshift), since the standard library has none.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Return the number of a legal action. This is the place for your ideas: `turn` is the whole message, and with other
/// "wants" than ours it holds the view, the log, and every legal action as text and as an object.
fn choose(turn: &str, chance: &mut Chance) -> i64 {
    let numbers = json::parts(json::get(turn, "numbers"));
    json::number(numbers[chance.below(numbers.len())])
}

/// Send one message; without the flush it would stay in a buffer, and our time would run out.
fn say(message: String) {
    let mut out = io::stdout();
    writeln!(out, "{}", message).and_then(|_| out.flush()).expect("the referee is gone");
}

fn main() {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_nanos() as u64;
    let mut chance = Chance((clock ^ u64::from(std::process::id())) | 1);
    for line in io::stdin().lock().lines() {
        let line = line.expect("text from the referee");
        let id = json::number(json::get(&line, "id"));
        match json::get(&line, "type") {
            // The beginning of the match: game, options, our seat, the clock. We only want numbers each turn.
            "\"hello\"" => say(r#"{"type":"ready","name":"rust kit","wants":["numbers"]}"#.to_string()),
            // Our turn. The same id in the answer shows the referee which question it belongs to.
            "\"turn\"" => {
                let action = choose(&line, &mut chance);
                say(format!(r#"{{"type":"play","id":{},"action":{}}}"#, id, action));
            }
            // The last answer was not legal: ask for the first legal action and play that.
            "\"refused\"" => {
                eprintln!("refused: {}", json::get(&line, "message"));
                if json::number(json::get(&line, "left")) > 0 {
                    say(format!(r#"{{"type":"legal","id":{},"from":0,"count":1}}"#, id));
                }
            }
            "\"legal\"" => {
                let first = json::parts(json::get(&line, "actions"))[0];
                let action = json::number(json::get(first, "action"));
                say(format!(r#"{{"type":"play","id":{},"action":{}}}"#, id, action));
            }
            "\"result\"" => eprintln!("the end: {}", json::get(&line, "sentence")),
            _ => {}
        }
    }
}
