// Pace: one message may tell of several things, and each is shown long enough to be followed.
import { settings } from "../site/settings.js";

const PACES = { calm: 1, quick: 0.45, once: 0 };
const CARD_MS = 700;
const BID_MS = 520;
const TRICK_MS = 1500;
const RESULT_MS = 4000;
const TRADE_MS = 450;
const PASS_MS = 110;
const LONG_QUEUE = 10;

/** Return the frames of a message: a finished trick stays, then what the deal brought, then the table as it is now. */
export function framesOf(message, before) {
  const { scene } = message;
  const last = { ...message, ms: 0, said: scene.now?.said ?? [] };
  if (!before || scene.step <= before.step || scene.step > before.step + 4 * scene.seats) return [last];
  const moment = scene.ended ?? scene.now;
  const frames = [];
  const past = scene.ended
    ? { ...scene, ended: null, places: null, now: moment, totals: before.totals, pad: before.pad, deal: before.deal }
    : scene;
  const then = scene.ended ? { ...message, hands: null } : message; // open hands are those of the new deal
  const held = trickHeld(past, before);
  if (held) frames.push({ ...then, scene: held, ms: TRICK_MS, said: moment.said });
  if (scene.ended) {
    if (!held) frames.push({ ...then, scene: past, ms: CARD_MS, said: moment.said });
    if (scene.now)
      frames.push({
        ...then,
        scene: held ?? past,
        result: scene,
        ms: RESULT_MS,
        said: moment.notes,
        waits: stillPlays(scene),
      });
  } else if (held) {
    last.said = [];
  } else {
    last.ms = lengthOf(scene);
  }
  return [...frames, last];
}

function stillPlays(scene) {
  return scene.seat !== null && (scene.ended.state.still_in?.includes(scene.seat) ?? true);
}

function trickHeld(scene, before) {
  const trick = scene.now.last_trick;
  if (!trick) return null;
  const count = (state) => state?.tricks?.reduce((sum, won) => sum + won, 0) ?? 0;
  if (before.now && count(scene.now.state) === count(before.now.state)) return null;
  const state = { ...scene.now.state, trick: trick.cards };
  return { ...scene, now: { ...scene.now, held: true, winning: trick.winner, state } };
}

function lengthOf(scene) {
  if (scene.game === "figgie")
    return scene.options.model === "tick"
      ? 0
      : scene.now.last.every(({ action }) => action === "pass")
        ? PASS_MS
        : TRADE_MS;
  return scene.now.state.phase === "play" && scene.now.state.trick.length ? CARD_MS : BID_MS;
}

/** Return a queue that shows frames one after the other by calling `show`. */
export function paced(show) {
  const queue = [];
  let timer = null;
  let waiting = false;

  function next() {
    timer = null;
    const frame = queue.shift();
    if (!frame) return;
    waiting = Boolean(frame.waits);
    show(frame, queue.length);
    if (waiting) return;
    const hurry = queue.length > LONG_QUEUE ? 0.25 : 1;
    const ms = frame.ms * PACES[settings.pace] * hurry;
    if (ms > 0 && !document.hidden) timer = setTimeout(next, ms);
    else next();
  }

  return {
    add(frames) {
      queue.push(...frames);
      if (timer === null && !waiting) next();
    },
    /** Go on at once: past a pause, or past something that waits for a person. */
    skip() {
      if (timer !== null) clearTimeout(timer);
      waiting = false;
      next();
    },
    /** Forget what was to be shown. */
    clear() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = false;
      queue.length = 0;
    },
    get waiting() {
      return waiting;
    },
  };
}
