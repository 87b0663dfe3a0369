// Motion: cards travel from where they were to where they are, and a taken trick goes to its winner.

const TRAVEL_MS = 380;

/** Return whether things may move: neither the settings nor the system ask for stillness. */
export function mayMove() {
  const page = document.documentElement;
  return page.dataset.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Draw by calling a function, and let everything with `data-flip` travel from its old place to its new one. */
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
    const goal = !after.has(name) && element.dataset.to && root.querySelector(`[data-place="${element.dataset.to}"]`);
    if (goal) sendAway(element, box, goal.getBoundingClientRect());
  }
}

function placesIn(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-flip]")) {
    found.set(element.dataset.flip, { element, box: element.getBoundingClientRect() });
  }
  return found;
}

function originOf(root, element) {
  const place = element.dataset.from && root.querySelector(`[data-place="${element.dataset.from}"]`);
  if (!place) return null;
  const box = place.getBoundingClientRect();
  const size = element.getBoundingClientRect();
  const left = box.left + box.width / 2 - size.width / 2;
  const top = box.top + box.height / 2 - size.height / 2;
  return { left, top, width: size.width, height: size.height };
}

function travel(element, from, to) {
  const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width);
  if (moved < 2 || !to.width || !from.width) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  const end = getComputedStyle(element).transform;
  const frames = [
    { transform: end === "none" ? start : `${start} ${end}`, transformOrigin: "0 0", zIndex: 30 },
    { transform: end === "none" ? "none" : end, transformOrigin: "0 0", zIndex: 30 },
  ];
  element.animate(frames, { duration: TRAVEL_MS, easing: "cubic-bezier(.2,.7,.2,1)" });
}

function sendAway(element, from, to) {
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("data-flip");
  ghost.setAttribute("aria-hidden", "true");
  ghost.classList.add("ghost");
  for (const [name, value] of Object.entries({
    left: from.left,
    top: from.top,
    width: from.width,
    height: from.height,
  })) {
    ghost.style.setProperty(name, `${value}px`);
  }
  document.body.append(ghost);
  const across = to.left + to.width / 2 - from.left - from.width / 2;
  const down = to.top + to.height / 2 - from.top - from.height / 2;
  const frames = [{ opacity: 1 }, { opacity: 0, transform: `translate(${across}px, ${down}px) scale(.35)` }];
  ghost.animate(frames, { duration: TRAVEL_MS, easing: "ease-in" }).finished.finally(() => ghost.remove());
}
