// The keyboard: arrows within a row of cards or bids, and which of them the Tab key reaches.

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/**
 * Let the Tab key reach one button of each group: the focused one, else the first that may be used.
 * @param {Element} root
 */
export function refreshRoving(root) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const items = [...group.querySelectorAll("button")];
    const focused = items.find((item) => item === document.activeElement);
    const usable = items.find((item) => item.getAttribute("aria-disabled") !== "true");
    const chosen = focused ?? usable ?? items[0];
    for (const item of items) item.tabIndex = item === chosen ? 0 : -1;
  }
}

/**
 * Move the focus within a group by arrow keys, Home and End; return whether the key was used.
 * @param {KeyboardEvent} event
 */
export function rove(event) {
  const target = event.target instanceof Element ? event.target : null;
  const group = target?.closest("[data-roving]");
  if (!target || !group || event.ctrlKey || event.metaKey || event.altKey) return false;
  const items = [...group.querySelectorAll("button")];
  const button = target.closest("button");
  // Where the group itself has the focus, an arrow leads to the one that Tab would reach.
  const first =
    event.key in STEPS
      ? Math.max(
          items.findIndex((item) => item.tabIndex === 0),
          0,
        )
      : null;
  const next = button ? nextPlace(event.key, items.indexOf(button), items.length) : items.length ? first : null;
  if (next === null) return false;
  for (const item of items) item.tabIndex = -1;
  items[next].tabIndex = 0;
  items[next].focus();
  event.preventDefault();
  return true;
}

/**
 * Return where a key leads from a place in a row that begins again at its end; null if it leads nowhere.
 * @param {string} key
 * @param {number} here
 * @param {number} count
 */
export function nextPlace(key, here, count) {
  if (here < 0 || count === 0) return null;
  if (key in STEPS) return (here + STEPS[key] + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/**
 * Return whether somebody is typing into a field, so that letters are no commands.
 * @param {Event} event
 */
export function isTyping(event) {
  return event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
}
