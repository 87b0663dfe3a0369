// What a guest's browser keeps of puzzles.
import assert from "node:assert/strict";
import { test } from "node:test";

const { afterTry, standingIn } = await import("../../../src/overtrick/web/static/puzzles/kept.js");

const NOTHING = { games: {}, tried: [] };
const RIGHT = { right: true, mean: 1600, spread: 300 };
const WRONG = { right: false, mean: 1550, spread: 280 };

test("the first try counts, in its game, and no other", () => {
  const one = afterTry(NOTHING, { id: "a", game: "chess" }, RIGHT);
  assert.deepEqual(standingIn(one, "chess"), { mean: 1600, spread: 300, tried: 1, solved: 1, streak: 1 });
  assert.equal(afterTry(one, { id: "a", game: "chess" }, WRONG), one);
  assert.equal(standingIn(one, "go").mean, 1500);
});

test("a wrong answer ends the streak and keeps what was solved", () => {
  const two = afterTry(afterTry(NOTHING, { id: "a", game: "chess" }, RIGHT), { id: "b", game: "chess" }, RIGHT);
  assert.equal(standingIn(two, "chess").streak, 2);
  const three = afterTry(two, { id: "c", game: "chess" }, WRONG);
  assert.deepEqual(standingIn(three, "chess"), { mean: 1550, spread: 280, tried: 3, solved: 2, streak: 0 });
  assert.deepEqual(three.tried, ["a", "b", "c"]);
});
