// The talk with the referee: one line of JSON comes in for each question, one line goes out for each answer.
// choose.js decides. Nothing else may be written to the standard output; console.error is for notes to yourself.
const { createInterface } = require("node:readline");
const { choose } = require("./choose.js");

let hello = {}; // game, seats, seat, options and seed, once at the beginning

createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "hello") hello = message;
    if (message.type === "choose") console.log(JSON.stringify({ action: choose(message, hello) }));
});
