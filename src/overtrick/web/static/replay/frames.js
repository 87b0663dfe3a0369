// The frames of a match, made again from what changed between them.

/**
 * Return the value that a change makes of another: a list is the new value, an object the changes of its places.
 * @param {any} before
 * @param {any} change
 * @returns {any}
 */
export function changedBy(before, change) {
  if (Array.isArray(change)) return change[0];
  const made = Array.isArray(before) ? [...before] : { ...before };
  for (const [place, part] of Object.entries(change)) {
    if (part === 0) delete made[place];
    else made[place] = changedBy(made[place], part);
  }
  return made;
}

/**
 * Return the frames of a match with their scenes, and for each seat what its view changes.
 * @param {{ names: string[], frames: any[] }} match
 * @returns {Shown[]}
 */
export function unfold(match) {
  /** @type {any} */
  let scene = {};
  /** @type {any[]} */
  let hidden = match.names.map(() => ({}));
  return match.frames.map((frame, place) => {
    scene = changedBy(scene, frame.scene);
    hidden = frame.views.map((/** @type {any} */ view, /** @type {number} */ seat) =>
      view === 0 ? hidden[seat] : view,
    );
    return { ...frame, place, scene, hidden, lines: frame.lines ?? [], faults: frame.faults ?? [] };
  });
}

/**
 * Return the scene of a frame as a seat saw it, or with all hands for null.
 * @param {Shown} frame
 * @param {number | null} seat
 * @returns {Scene}
 */
function seenBy(frame, seat) {
  return seat === null ? frame.scene : changedBy(frame.scene, frame.hidden[seat]);
}

/**
 * Return the scene of a frame as a seat saw it, or with all hands for null; a trick that is just over still lies there.
 * @param {Shown[]} frames
 * @param {Shown} frame
 * @param {number | null} seat
 * @param {Drawing["held"]} held
 * @returns {Scene}
 */
export function sceneOf(frames, frame, seat, held) {
  const scene = seenBy(frame, seat);
  if (!frame.action) return scene;
  const name = scene.now ? "now" : "ended";
  const before = seenBy(frames[frame.place - 1], seat);
  const moment = held(/** @type {Moment} */ (scene[name]), before.now);
  return moment ? { ...scene, [name]: moment } : scene;
}

/**
 * Return the place of the nearest frame in a direction that stops there, else the first or last one.
 * @param {Shown[]} frames
 * @param {number} place
 * @param {number} direction
 * @param {(frame: Shown) => boolean | undefined} stops
 */
export function nextStop(frames, place, direction, stops) {
  for (let next = place + direction; next > 0 && next < frames.length - 1; next += direction)
    if (stops(frames[next])) return next;
  return direction < 0 ? 0 : frames.length - 1;
}

/**
 * Return a time in microseconds as people read it.
 * @param {number} us
 */
export function timeWords(us) {
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toPrecision(3).replace(/\.0+$/, "")} ms`;
  return `${(us / 1e6).toPrecision(3).replace(/\.0+$/, "")} s`;
}

/**
 * Return what an address says behind its #: which match, deal, step and seat.
 * @param {string} hash
 */
export function readAddress(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const number = (/** @type {string} */ name) =>
    /^\d{1,6}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : null;
  return { match: number("match") ?? 1, deal: number("deal") ?? 1, step: number("step") ?? 0, seat: number("seat") };
}

/**
 * Return the address of a moment.
 * @param {{ match: number, deal: number, step: number, seat: number | null }} moment
 */
export function addressOf({ match, deal, step, seat }) {
  return `#${match > 1 ? `match=${match}&` : ""}deal=${deal}&step=${step}${seat === null ? "" : `&seat=${seat}`}`;
}

/**
 * Return the lines of a frame that whoever looks may read: all of them, or those that the seat knew of.
 * @param {Shown} frame
 * @param {number | null} seat
 */
export function linesFor(frame, seat) {
  const known = frame.lines.filter(([, owner]) => owner === undefined || seat === null || owner === seat);
  return known.map(([text]) => text);
}
