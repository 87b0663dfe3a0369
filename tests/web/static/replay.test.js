// A match to look at again: its frames, jumps, addresses, times, thoughts and other tables.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOK, moment, scene } from "./support.js";

globalThis.location = { hash: "" };
const { addressOf, changedBy, linesFor, nextStop, readAddress, sceneOf, timeWords, unfold } =
  await import("../../../src/overtrick/web/static/replay/frames.js");
const { timesOf } = await import("../../../src/overtrick/web/static/replay/panels.js");
const { asGood, shownChoices } = await import("../../../src/overtrick/web/static/replay/thoughts.js");
const { meansOf, partedWords } = await import("../../../src/overtrick/web/static/replay/others.js");
const { placeWords } = await import("../../../src/overtrick/web/static/replay/controls.js");
const { trickHeld } = await import("../../../src/overtrick/web/static/table/tricks.js");
const { drawingOf } = await import("../../../src/overtrick/web/static/table/usual.js");

const drawing = drawingOf(LOOK, { drawing: () => ({}) });

test("changes make the next value: a list replaces, an object changes places, a 0 removes", () => {
  assert.deepEqual(changedBy({ a: 1, b: [1, 2], c: 3 }, { a: [5], b: { 1: [9], 2: [7] }, c: 0 }), {
    a: 5,
    b: [1, 9, 7],
  });
  assert.deepEqual(changedBy([1], [[]]), []);
});

test("frames unfold to whole scenes, and a view that stays as it is is told once", () => {
  const match = {
    names: ["Ann", "Bo"],
    frames: [
      { scene: { step: [0], now: [{ hands: ["a", "b"] }] }, views: [{ now: { hands: { 1: [null] } } }, {}] },
      { scene: { step: [1] }, views: [0, 0], lines: [["Said."]] },
    ],
  };
  const [first, second] = unfold(match);
  assert.deepEqual(second.scene, { step: 1, now: { hands: ["a", "b"] } });
  assert.deepEqual(second.hidden, first.hidden);
  assert.deepEqual([first.lines, second.place], [[], 1]);
});

test("a seat sees its own view, and a trick that is over still lies there", () => {
  const done = moment({
    last_trick: { cards: [{ seat: 0, card: "SA" }], winner: 0 },
    state: { tricks: [1, 0], trick: [] },
  });
  const frames = [scene(), scene({ now: done })].map((one, place) => ({
    place,
    scene: one,
    hidden: [{ names: [["You"]] }, {}],
    action: place ? "SA" : undefined,
  }));
  assert.equal(sceneOf(frames, frames[0], 0, trickHeld).names[0], "You");
  assert.equal(sceneOf(frames, frames[0], null, trickHeld).names[0], "Ann");
  assert.equal(sceneOf(frames, frames[1], null, trickHeld).now.held, true);
});

test("jumps stop where something ends, else at the ends of the match", () => {
  const frames = [true, false, true, false, false].map((stop) => ({ stop }));
  const jump = (place, direction) => nextStop(frames, place, direction, ({ stop }) => stop);
  assert.deepEqual([jump(0, 1), jump(2, 1), jump(4, -1), jump(1, -1)], [2, 4, 2, 0]);
});

test("times are told in the unit that people read", () => {
  assert.deepEqual([999, 1500, 12_000, 123_456, 2_000_000].map(timeWords), [
    "999 µs",
    "1.50 ms",
    "12 ms",
    "123 ms",
    "2 s",
  ]);
});

test("an address is read as it was written, and what is no number counts as not given", () => {
  for (const where of [
    { match: 1, deal: 2, step: 3, seat: null },
    { match: 4, deal: 1, step: 0, seat: 2 },
  ])
    assert.deepEqual(readAddress(addressOf(where)), where);
  assert.deepEqual(readAddress("#deal=x&step=-1&seat=9999999"), { match: 1, deal: 1, step: 0, seat: null });
});

test("lines about something hidden are for the seat that knew", () => {
  const frame = { lines: [["All."], ["Only Bo.", 1]] };
  assert.deepEqual(
    [null, 0, 1].map((seat) => linesFor(frame, seat).length),
    [2, 1, 2],
  );
});

test("thinking times are added up, and the longest is where it was", () => {
  const frames = [5, 9, 4].map((cpu, place) => ({ place, seat: 0, time_us: [cpu, 0] }));
  assert.deepEqual(timesOf([...frames, { place: 3, seat: 1 }], 0), {
    all: 18,
    mean: 6,
    longest: { place: 1, time: 9 },
  });
  assert.equal(timesOf(frames, 1).all, 0);
});

test("what was done is among the choices that are shown, however bad", () => {
  const choices = Array.from({ length: 12 }, (_, place) => ({ name: `a${place}`, value: -place }));
  assert.equal(shownChoices({ choices, done: "a3" }).length, 8);
  assert.equal(shownChoices({ choices, done: "a11" }).at(-1).name, "a11");
});

test("a choice is as good as the best only if it is worth the same", () => {
  const choices = [
    { name: "a", value: 2 },
    { name: "b", value: 2 },
    { name: "c", value: 1 },
  ];
  assert.deepEqual(
    ["a", "b", "c"].map((done) => asGood({ choices, done })),
    [", as the strong player would.", ", which is just as good.", "."],
  );
});

test("the mean of other tables leaves out those that began otherwise or ended by a fault", () => {
  const deal = (scores, alike = true, forfeit = null) => ({ deals: [{ scores, alike, forfeit }] });
  const others = [deal([1, 2]), deal([2, 2]), deal([99, 99], false), deal([99, 99], true, 0)];
  assert.deepEqual(meansOf({ names: ["Ann", "Bo"], others }, 1), { count: 2, means: [1.5, 2] });
});

test("where other tables went another way is told in words", () => {
  const names = ["Ann", "Bo"];
  assert.equal(partedWords({ alike: false }, names, drawing).words, "The deal began otherwise there.");
  assert.equal(partedWords({ alike: true, parted: null }, names, drawing).words, "All steps are the same.");
  assert.deepEqual(partedWords({ alike: true, parted: 4, seat: 1, action: "SK" }, names, drawing), {
    words: "Step 5: Bo did king of spades instead.",
    step: 5,
  });
});

test("where one is names the deal only if there are several", () => {
  assert.equal(placeWords(scene(), { deal: 2, step: 7 }), "Deal 2, step 7");
  assert.equal(placeWords(scene({ deals: 1 }), { deal: 1, step: 7 }), "Step 7");
});
