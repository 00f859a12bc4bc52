#include "citing.hpp"

#include <iostream>
#include <sstream>
#include <string>

static std::string text_of(const std::string &digits) {
  std::string text;
  for (std::size_t at = 0; at < digits.size(); at += 2) text += static_cast<char>(std::stoi(digits.substr(at, 2), nullptr, 16));
  return text;
}

static std::string hex_of(std::string_view text) {
  std::string digits;
  for (const unsigned char byte : text) digits += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  return digits;
}

/** A number below zero is no offset at all. */
static std::string window(const std::string &text, long start, long end) {
  if (start < 0 || end < 0) return "-";
  const auto found = window_of(text, static_cast<std::size_t>(start), static_cast<std::size_t>(end));
  return found ? hex_of(*found) : "-";
}

static std::string located(const std::string &text, const std::string &quote) {
  const auto found = locate(text, quote);
  return found ? std::to_string(found->first) + " " + std::to_string(found->second) : "-";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    // Split at each space by itself: an empty text is an empty word.
    std::istringstream words(line);
    std::string asked, first, second, third;
    std::getline(words, asked, ' ');
    std::getline(words, first, ' ');
    std::getline(words, second, ' ');
    std::getline(words, third, ' ');
    const bool is_window = asked == "window";
    std::cout << (is_window ? window(text_of(first), std::stol(second), std::stol(third)) : located(text_of(first), text_of(second))) << "\n";
  }
}
