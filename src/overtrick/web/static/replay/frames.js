// The frames of a match, made again from what changed between them.

/** Return the value that a change makes of another: a list is the new value, an object the changes of its places. */
export function changedBy(before, change) {
  if (Array.isArray(change)) return change[0];
  const made = Array.isArray(before) ? [...before] : { ...before };
  for (const [place, part] of Object.entries(change)) {
    if (part === 0) delete made[place];
    else made[place] = changedBy(made[place], part);
  }
  return made;
}

/** Return the frames of a match with their scenes, and for each seat what its view changes. */
export function unfold(match) {
  let scene = {};
  let hidden = match.names.map(() => ({}));
  return match.frames.map((frame, place) => {
    scene = changedBy(scene, frame.scene);
    hidden = frame.views.map((view, seat) => (view === 0 ? hidden[seat] : view));
    return { ...frame, place, scene, hidden, lines: frame.lines ?? [], faults: frame.faults ?? [] };
  });
}

/** Return the scene of a frame as a seat saw it, or with all hands for null; a trick that is just over still lies there. */
export function sceneOf(frame, seat) {
  const scene = seat === null ? frame.scene : changedBy(frame.scene, frame.hidden[seat]);
  const name = scene.now ? "now" : "ended";
  const moment = scene[name];
  const trick = moment.last_trick;
  const over = frame.action && trick && moment.state.trick?.length === 0 && trick.cards.at(-1)?.card === frame.action;
  if (!over) return scene;
  return { ...scene, [name]: { ...moment, held: true, winning: trick.winner, state: { ...moment.state, trick: trick.cards } } };
}

/** Return the place of the nearest frame in a direction that stops there, else the first or last one. */
export function nextStop(frames, place, direction, stops) {
  for (let next = place + direction; next > 0 && next < frames.length - 1; next += direction) if (stops(frames[next])) return next;
  return direction < 0 ? 0 : frames.length - 1;
}

/** Return a time in microseconds as people read it. */
export function timeWords(us) {
  if (us < 1000) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toPrecision(3).replace(/\.0+$/, "")} ms`;
  return `${(us / 1e6).toPrecision(3).replace(/\.0+$/, "")} s`;
}

/** Return what the address says: which match, deal, step and seat. */
export function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (name, usual) => (/^\d{1,6}$/.test(given.get(name) ?? "") ? Number(given.get(name)) : usual);
  return { match: number("match", 1), deal: number("deal", 1), step: number("step", 0), seat: number("seat", null) };
}

/** Return the address of a moment. */
export function addressOf({ match, deal, step, seat }) {
  return `#${match > 1 ? `match=${match}&` : ""}deal=${deal}&step=${step}${seat === null ? "" : `&seat=${seat}`}`;
}
