// Motion: cards travel from where they were to where they are, and a taken trick goes to its winner.

const TRAVEL_MS = 380;

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/** Return whether things may move: neither the settings nor the system ask for stillness. */
export function mayMove() {
  const page = document.documentElement;
  return page.dataset.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Draw by calling a function, and let everything with `data-flip` travel from its old place to its new one.
 * @param {Element} root
 * @param {() => void} draw
 */
export function drawWithMotion(root, draw) {
  if (!mayMove()) return draw();
  const before = placesIn(root);
  draw();
  const after = placesIn(root);
  for (const [name, { element, box }] of after) {
    const origin = before.get(name)?.box ?? originOf(root, element);
    if (origin) travel(element, origin, box);
  }
  for (const [name, { element, box }] of before) {
    const goal = after.has(name) ? null : named(root, element.dataset.to);
    if (goal) sendAway(element, box, goal.getBoundingClientRect());
  }
}

/** @param {Element} root */
function placesIn(root) {
  /** @type {Map<string | undefined, { element: HTMLElement, box: Box }>} */
  const found = new Map();
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-flip]"))) {
    found.set(element.dataset.flip, { element, box: element.getBoundingClientRect() });
  }
  return found;
}

/**
 * @param {Element} root
 * @param {string | undefined} place
 */
function named(root, place) {
  return place ? root.querySelector(`[data-place="${place}"]`) : null;
}

/**
 * @param {Element} root
 * @param {HTMLElement} element
 * @returns {Box | null}
 */
function originOf(root, element) {
  const place = named(root, element.dataset.from);
  if (!place) return null;
  const box = place.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  return { left: box.left + box.width / 2 - width / 2, top: box.top + box.height / 2 - height / 2, width, height };
}

/**
 * @param {HTMLElement} element
 * @param {Box} from
 * @param {Box} to
 */
function travel(element, from, to) {
  const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width);
  if (moved < 2 || !to.width || !from.width) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const end = getComputedStyle(element).transform;
  const frames = [
    { transform: end === "none" ? start : `${start} ${end}`, transformOrigin: "0 0", zIndex: 30 },
    { transform: end, transformOrigin: "0 0", zIndex: 30 },
  ];
  element.animate(frames, { duration: TRAVEL_MS, easing: "cubic-bezier(.2,.7,.2,1)" });
}

/**
 * @param {HTMLElement} element
 * @param {Box} from
 * @param {Box} to
 */
function sendAway(element, from, to) {
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.removeAttribute("data-flip");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  const { left, top, width, height } = from;
  for (const [name, value] of Object.entries({ left, top, width, height })) ghost.style.setProperty(name, `${value}px`);
  document.body.append(ghost);
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const frames = [{ opacity: 1 }, { opacity: 0, transform: `translate(${across}px, ${down}px) scale(.35)` }];
  ghost.animate(frames, { duration: TRAVEL_MS, easing: "ease-in" }).finished.finally(() => ghost.remove());
}
