// A table to play at: what is shown one after the other, who comes and goes, how long something takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LOOK, moment, scene } from "./support.js";

const { framesOf, paced } = await import("../../../src/overtrick/web/static/play/frames.js");
const { comingsAndGoings, titleOf } = await import("../../../src/overtrick/web/static/play/arrivals.js");
const { dealTitle } = await import("../../../src/overtrick/web/static/play/dialogs.js");
const { settings } = await import("../../../src/overtrick/web/static/site/settings.js");
const { drawingOf } = await import("../../../src/overtrick/web/static/table/usual.js");
const { until } = await import("../../../src/overtrick/web/static/site/until.js");

const drawing = drawingOf(LOOK, { drawing: () => ({}) });
const trick = { cards: [{ seat: 0, card: "SA" }], winner: 1 };
const afterTrick = { last_trick: trick, state: { to_move: 1, tricks: [0, 1], trick: [] } };

test("the first message is shown at once", () => {
  const frames = framesOf({ scene: scene(), table: {} }, null, drawing);
  assert.deepEqual(
    frames.map(({ ms, said }) => [ms, said]),
    [[0, ["Said."]]],
  );
});

test("a card on the table stays longer than a bid", () => {
  const before = scene({ step: 0 });
  const bid = framesOf({ scene: scene(), table: {} }, before, drawing);
  const played = { ...moment(), state: { to_move: 1, tricks: [0, 0], trick: [{ seat: 0, card: "SA" }] } };
  const card = framesOf({ scene: scene({ now: played }), table: {} }, before, drawing);
  assert.ok(card[0].ms > bid[0].ms && bid[0].ms > 0);
});

test("a finished trick stays before the table is shown as it is, and is told once", () => {
  const message = { scene: scene({ now: moment(afterTrick) }), table: {} };
  const frames = framesOf(message, scene({ step: 0 }), drawing);
  assert.deepEqual(
    frames.map((frame) => [frame.scene.now.held ?? false, frame.said]),
    [
      [true, ["Said."]],
      [false, []],
    ],
  );
});

test("after a deal comes its end, then what it brought, then the next deal", () => {
  const ended = { ...moment(afterTrick), scores: [1, 2], notes: ["a note"] };
  const next = scene({ deal: 2, step: 5, ended, totals: [1, 2], pad: [{}], now: moment({ said: ["Dealt."] }) });
  const before = scene({ step: 4 });
  const frames = framesOf({ scene: next, table: {}, hands: [["SA"]] }, before, drawing);
  assert.deepEqual(
    frames.map(({ said, waits }) => [said, waits ?? false]),
    [
      [["Said."], false],
      [["a note"], true],
      [["Dealt."], false],
    ],
  );
  assert.deepEqual(
    frames.map((frame) => frame.scene.totals),
    [
      [0, 0],
      [0, 0],
      [1, 2],
    ],
  );
  assert.deepEqual(
    frames.map(({ hands }) => hands),
    [null, null, [["SA"]]],
  );
  assert.equal(frames[1].result, next);
});

test("whoever only watches waits for nobody after a deal", () => {
  const ended = { ...moment(), scores: [1, 2], notes: [] };
  const frames = framesOf({ scene: scene({ seat: null, ended, step: 5 }), table: {} }, scene({ step: 4 }), drawing);
  assert.deepEqual(
    frames.map(({ waits }) => waits ?? false),
    [false, false, false],
  );
});

test("what lies far back is not shown step by step", () => {
  assert.equal(framesOf({ scene: scene({ step: 50 }), table: {} }, scene({ step: 1 }), drawing).length, 1);
  assert.equal(framesOf({ scene: scene({ step: 1 }), table: {} }, scene({ step: 3 }), drawing).length, 1);
});

test("the queue waits for a person, and goes on when told", () => {
  settings.pace = "once";
  const shown = [];
  const queue = paced((frame) => shown.push(frame.name));
  queue.add([
    { name: "one", ms: 9 },
    { name: "two", ms: 9, waits: true },
    { name: "three", ms: 9 },
  ]);
  assert.deepEqual([shown.join(), queue.waiting], ["one,two", true]);
  queue.add([{ name: "four", ms: 9 }]);
  assert.equal(shown.length, 2);
  queue.skip();
  assert.deepEqual([shown.join(), queue.waiting], ["one,two,three,four", false]);
});

test("a queue that is cleared shows nothing of what it held", () => {
  const shown = [];
  const queue = paced((frame) => shown.push(frame.name));
  queue.add([
    { name: "one", ms: 0, waits: true },
    { name: "two", ms: 0 },
  ]);
  queue.clear();
  queue.add([{ name: "three", ms: 0 }]);
  assert.deepEqual(shown, ["one", "three"]);
});

test("comings and goings of others are told, one's own are not", () => {
  const chair = (name, person, away = false) => ({ name, person, away });
  const table = (...chairs) => ({ chairs, mine: [0] });
  const [me, bot, bo] = [chair("Ann", true), chair("Ada", false), chair("Bo", true)];
  assert.deepEqual(comingsAndGoings(table(me, bot), table({ ...me, away: true }, { ...bo, away: true })), [
    "Bo sits down in the place of Ada.",
  ]);
  assert.deepEqual(comingsAndGoings(table(me, { ...bo, away: true }), table(me, bo)), []);
  assert.deepEqual(comingsAndGoings(table(me, bo), table(me, { ...bo, away: true })), ["Bo has left; a bot plays."]);
  assert.deepEqual(comingsAndGoings(table(me, { ...bo, away: true }), table(me, bo)), ["Bo is back."]);
});

test("a table is called after who sits there now", () => {
  assert.equal(titleOf("Nothing: Ann and Ada", ["Ann", "Bo", "Cy"]), "Nothing: Ann, Bo and Cy");
});

test("a deal is numbered, and counted where somebody knows how many there are", () => {
  assert.equal(dealTitle(scene({ deal: 3 }), "Round"), "Round 2 of 3");
  assert.equal(dealTitle(scene({ deal: 3, deals: null }), "Deal"), "Deal 2");
});

test("time until something is told more finely the nearer it is", () => {
  assert.deepEqual([-1, 65, 3 * 3600 + 61, 25 * 3600, 8 * 86400].map(until), [
    "any moment now",
    "in 1 min 05 s",
    "in 3 h 1 min",
    "in 1 day 1 h",
    "in 8 days",
  ]);
});
