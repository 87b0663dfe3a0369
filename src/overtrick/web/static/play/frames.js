// Pace: one message may tell of several things, and each is shown long enough to be followed.
import { settings } from "../site/settings.js";

/** @type {Record<string, number>} */
const PACES = { calm: 1, quick: 0.45, once: 0 };
const LAST_MS = 700;
const HELD_MS = 1500;
const RESULT_MS = 4000;
const LONG_QUEUE = 10;

/**
 * Return the frames of a message: a finished trick stays, then what the deal brought, then the table as it is now.
 * @param {Message} message
 * @param {Scene | null} before
 * @param {Drawing} drawing
 * @param {boolean} live whether many steps may be silent
 * @returns {Frame[]}
 */
export function framesOf(message, before, drawing, live = false) {
  const { scene } = message;
  /** @type {Frame} */
  const last = { ...message, ms: 0, said: scene.now?.said ?? [] };
  if (!before || scene.step <= before.step) return [last];
  if (!live && scene.step > before.step + 4 * scene.seats) return [last];
  const [first, ...rest] = allFrames(message, last, before, drawing);
  return [{ ...first, thought: (message.table.pondered ?? 0) * drawing.lengthOf(first.scene) }, ...rest];
}

/**
 * @param {Message} message
 * @param {Frame} last
 * @param {Scene} before
 * @param {Drawing} drawing
 * @returns {Frame[]}
 */
function allFrames(message, last, before, drawing) {
  const { scene } = message;
  if (!scene.ended) {
    const held = scene.now && heldIn(scene, scene.now, before, drawing);
    if (!held) return [{ ...last, ms: drawing.lengthOf(scene) }];
    return [
      { ...message, scene: held, ms: HELD_MS, said: scene.now?.said ?? [] },
      { ...last, said: [] },
    ];
  }
  const { said, notes } = scene.ended;
  const { totals, pad, deal } = before;
  const past = { ...scene, ended: null, places: null, now: scene.ended, totals, pad, deal };
  const held = heldIn(past, scene.ended, before, drawing);
  const then = { ...message, hands: null }; // open hands are those of the new deal
  const frames = [{ ...then, scene: held ?? past, ms: held ? HELD_MS : LAST_MS, said }];
  if (!scene.now) return [...frames, last];
  const brought = { result: scene, ms: RESULT_MS, said: notes, waits: stillPlays(scene) };
  return [...frames, { ...then, scene: held ?? past, ...brought }, last];
}

/**
 * @param {Scene} scene
 * @param {Moment} moment
 * @param {Scene} before
 * @param {Drawing} drawing
 */
function heldIn(scene, moment, before, drawing) {
  const now = drawing.held(moment, before.now);
  return now && { ...scene, now };
}

/** @param {Scene} scene */
function stillPlays({ seat, ended }) {
  return seat !== null && (ended?.state.still_in?.includes(seat) ?? true);
}

/**
 * Return a queue that shows frames one after the other by calling `show`.
 * @param {(frame: Frame, left: number) => void} show
 */
export function paced(show) {
  /** @type {Frame[]} */
  const queue = [];
  /** @type {number | undefined} */
  let timer;
  let waiting = false;
  let shownAt = 0; // when the present frame came; whoever acts next has thought since then

  /** @param {boolean} [atOnce] */
  function next(atOnce = false) {
    timer = undefined;
    const hurry = queue.length > LONG_QUEUE ? 0.25 : 1;
    const pace = PACES[settings.pace] * hurry;
    const left = (queue[0]?.thought ?? 0) * pace - (performance.now() - shownAt);
    if (left > 0 && !atOnce && !document.hidden) {
      timer = setTimeout(next, left, true);
      return;
    }
    const frame = queue.shift();
    if (!frame) return;
    waiting = Boolean(frame.waits);
    shownAt = performance.now();
    show(frame, queue.length);
    if (waiting) return;
    if (frame.ms * pace > 0 && !document.hidden) timer = setTimeout(next, frame.ms * pace);
    else next();
  }

  return {
    /** @param {Frame[]} frames */
    add(frames) {
      queue.push(...frames);
      if (timer === undefined && !waiting) next();
    },
    /** Go on at once: past a pause, or past something that waits for a person. */
    skip() {
      clearTimeout(timer);
      waiting = false;
      next(true);
    },
    /** Forget what was to be shown. */
    clear() {
      clearTimeout(timer);
      timer = undefined;
      waiting = false;
      queue.length = 0;
    },
    get waiting() {
      return waiting;
    },
  };
}
