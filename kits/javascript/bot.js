// A complete bot for every game of Plowshares, in JavaScript for node, without any package.
//
// The referee writes one JSON object a line to our standard input, and we answer with one JSON object a line on
// our standard output. Everything for people goes to standard error (console.error).
//
// Try it:   plowshares bot check kits/javascript --game stratego
// Then change `choose` below.

const readline = require("readline");

let hello = {};

// Messages arrive here one by one; the program ends when the referee closes our input.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello": // the beginning of the match: game, options, our seat, the clock
      hello = message;
      // "wants" names the parts of a turn we like to get.
      return say({ type: "ready", name: "javascript kit", wants: ["view", "log", "legal"] });
    case "turn": // our turn; the id shows the referee which question the answer belongs to
      return say({ type: "play", id: message.id, ...choose(message) });
    case "refused": // the last answer was not legal: ask for the first legal action and play that
      console.error("refused: " + message.message);
      if (message.left > 0) say({ type: "legal", id: message.id, from: 0, count: 1 });
      return;
    case "legal": // the page of legal actions we asked for
      return say({ type: "play", id: message.id, action: message.actions[0].action });
    case "result":
      console.error(message.sentence + " My outcome: " + message.outcome[hello.seat]);
  }
});

// Return a command: {action: number}, {text: "e4 e5"} or {do: {...}}. This is the place for your ideas.
// turn.view is all we may know, field by field; turn.legal.actions lists what we may do. When there are more than 200,
// turn.count says how many, and {type: "legal", from: 200, count: 200} asks for the next ones.
function choose(turn) {
  const actions = turn.legal.actions;
  return { action: actions[Math.floor(Math.random() * actions.length)].action };
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}
