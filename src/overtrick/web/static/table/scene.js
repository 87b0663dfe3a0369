// What all tables share: the moment that a scene shows, where the seats are, and how points and names are told.

const HUES = 6; // colours of seats, after which they begin again
// On a wide table, in percent: the other seats in the order of play from the left, each with the place of its card.
/** @type {Record<number, number[][]>} */
const PLACES = {
  1: [[50, 13, 50, 39]],
  2: [
    [19, 22, 40, 48],
    [81, 22, 60, 48],
  ],
  3: [
    [13, 42, 35, 50],
    [50, 12, 50, 38],
    [87, 42, 65, 50],
  ],
  4: [
    [12, 50, 33, 62],
    [29, 13, 42, 39],
    [71, 13, 58, 39],
    [88, 50, 67, 62],
  ],
  5: [
    [11, 53, 33, 67],
    [20, 16, 37, 41],
    [50, 11, 50, 41],
    [80, 16, 63, 41],
    [89, 53, 67, 67],
  ],
};

/**
 * Return the moment that a scene shows: the one on the table, else the last one of the deal that ended.
 * @param {Scene} scene
 * @returns {Moment}
 */
export function momentOf(scene) {
  return /** @type {Moment} */ (scene.now ?? scene.ended);
}

/**
 * Return the seat that is to move, or null.
 * @param {Scene} scene
 * @returns {number | null}
 */
export function turnOf({ now }) {
  return now?.plain ? now.plain.turn : (now?.state.to_move ?? null);
}

/**
 * Return whether whoever looks is to move.
 * @param {Scene} scene
 */
export function isMine(scene) {
  return scene.seat !== null && turnOf(scene) === scene.seat;
}

/**
 * Return the seat that sits at the lower edge of the screen.
 * @param {Scene} scene
 */
export function seatBelow(scene) {
  return scene.below ?? scene.seat ?? 0; // a replay shows the view of a seat without being it
}

/**
 * Return all seats in the order of play, beginning with the one at the lower edge.
 * @param {Scene} scene
 */
export function seatsAround(scene) {
  const first = seatBelow(scene);
  return Array.from({ length: scene.seats }, (_, place) => (first + place) % scene.seats);
}

/**
 * Return where a seat's plate and its card are on a wide table, as style variables.
 * @param {Scene} scene
 * @param {number} seat
 */
export function placeOf(scene, seat) {
  const place = seatsAround(scene).indexOf(seat);
  if (place === 0) return { "--x": "50%", "--y": "100%", "--card-x": "50%", "--card-y": "70%" };
  const places = PLACES[scene.seats - 1] ?? arcOf(scene.seats - 1);
  // Against the clock the next seat is the one to the right.
  const [x, y, across, down] = places[scene.options.direction === "anticlockwise" ? places.length - place : place - 1];
  return { "--x": `${x}%`, "--y": `${y}%`, "--card-x": `${across}%`, "--card-y": `${down}%` };
}

/**
 * Return places on an arc, for more seats than any table of ours has.
 * @param {number} count
 */
export function arcOf(count) {
  return Array.from({ length: count }, (_, place) => {
    const angle = Math.PI * (1.08 - (1.16 * place) / (count - 1));
    const [across, up] = [Math.cos(angle), Math.sin(angle)];
    return [50 + 40 * across, 56 - 44 * up, 50 + 20 * across, 64 - 24 * up].map(Math.round);
  });
}

/**
 * Return the class that gives things the colour of a seat.
 * @param {number} seat
 */
export function hueOf(seat) {
  return `hue-${seat % HUES}`;
}

/**
 * Return a number with a real minus sign, and a plus sign if wanted.
 * @param {number} number
 */
export function signed(number, plus = false) {
  if (number < 0) return `−${-number}`;
  return plus ? `+${number}` : `${number}`;
}

/**
 * Return the name of a seat, with "(you)" behind one's own.
 * @param {Scene} scene
 * @param {number} seat
 */
export function nameOf(scene, seat) {
  return scene.seat === seat ? `${scene.names[seat]} (you)` : scene.names[seat];
}

/**
 * Return a key for each card, also where a deck has the same one twice.
 * @param {string[]} cards
 */
export function keysOf(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    seen.set(card, (seen.get(card) ?? 0) + 1);
    return seen.get(card) === 1 ? card : `${card}, ${seen.get(card)}`;
  });
}

/**
 * Return names as a list in words.
 * @param {string[]} names
 */
export function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
