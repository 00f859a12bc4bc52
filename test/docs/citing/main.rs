mod citing;

use std::io::stdin;

fn text_of(digits: &str) -> String {
    let bytes = (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap());
    String::from_utf8(bytes.collect()).unwrap()
}

/// A number below zero is no offset at all.
fn window(text: &str, start: &str, end: &str) -> Option<String> {
    let found = citing::window_of(text, start.parse().ok()?, end.parse().ok()?)?;
    Some(found.bytes().map(|byte| format!("{byte:02x}")).collect())
}

fn answer(given: &[&str]) -> Option<String> {
    if given[0] == "window" {
        return window(&text_of(given[1]), given[2], given[3]);
    }
    citing::locate(&text_of(given[1]), &text_of(given[2])).map(|(start, end)| format!("{start} {end}"))
}

fn main() {
    for line in stdin().lines() {
        let line = line.unwrap();
        println!("{}", answer(&line.split(' ').collect::<Vec<_>>()).unwrap_or("-".into()));
    }
}
