// A complete bot for every game of Plowshares, in C++17, with nothing but the standard library.
//
// The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
// our standard output. Everything for people goes to standard error.
//
// Build it:  plowshares bot build kits/cpp
// Try it:    plowshares bot check kits/cpp --game stratego
// Then change `choose` below.
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

// Reading JSON without a library: a value is the piece of text it is written in.
namespace json {

// Find the end of the value that begins at `from`.
std::size_t end_of(std::string_view text, std::size_t from) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = from; i < text.size(); ++i) {
        char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            else if (c == '"') in_string = false;
        } else if (c == '"') in_string = true;
        else if (c == '{' || c == '[') ++depth;
        else if (c == '}' || c == ']') {
            if (depth-- == 0) return i;  // the end of what we are in
        } else if (c == ',' && depth == 0) return i;
    }
    return text.size();
}

// Split what is between the brackets of an object or a list into its parts.
std::vector<std::string_view> parts(std::string_view value) {
    std::vector<std::string_view> found;
    std::size_t i = 1;
    while (i + 1 < value.size()) {
        std::size_t end = end_of(value, i);
        found.push_back(value.substr(i, end - i));
        i = end + 1;
    }
    return found;
}

// Return the value of a key of an object; empty if there is none.
std::string_view get(std::string_view object, std::string_view key) {
    for (auto part : parts(object)) {
        std::size_t quote = part.find('"', 1);  // keys of the protocol hold no escapes
        if (part.substr(1, quote - 1) == key) return part.substr(quote + 2);
    }
    return {};
}

long number(std::string_view value) { return value.empty() ? 0 : std::stol(std::string(value)); }

std::string_view word(std::string_view value) {
    return value.size() < 2 ? std::string_view{} : value.substr(1, value.size() - 2);
}

}  // namespace json

std::mt19937 chance{std::random_device{}()};

// Return the number of a legal action. This is the place for your ideas: `turn` is the whole message, and with other
// "wants" than ours it holds the view, the log, and every legal action as text and as an object.
long choose(std::string_view turn) {
    auto numbers = json::parts(json::get(turn, "numbers"));
    return json::number(numbers[std::uniform_int_distribution<std::size_t>(0, numbers.size() - 1)(chance)]);
}

void play(long id, long action) {
    // endl flushes: without it our answer would stay in a buffer, and our time would run out.
    std::cout << R"({"type":"play","id":)" << id << R"(,"action":)" << action << "}" << std::endl;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        auto type = json::word(json::get(line, "type"));
        long id = json::number(json::get(line, "id"));
        if (type == "hello") {
            // The beginning of the match: game, options, our seat, the clock. We only want numbers each turn.
            std::cout << R"({"type":"ready","name":"c++ kit","wants":["numbers"]})" << std::endl;
        } else if (type == "turn") {
            // Our turn. The same id in the answer shows the referee which question it belongs to.
            play(id, choose(line));
        } else if (type == "refused") {
            // The last answer was not legal: ask for the first legal action and play that.
            std::cerr << "refused: " << json::word(json::get(line, "message")) << std::endl;
            if (json::number(json::get(line, "left")) > 0)
                std::cout << R"({"type":"legal","id":)" << id << R"(,"from":0,"count":1})" << std::endl;
        } else if (type == "legal") {
            play(id, json::number(json::get(json::parts(json::get(line, "actions")).at(0), "action")));
        } else if (type == "result") {
            std::cerr << json::word(json::get(line, "sentence")) << std::endl;
        }
    }
}
