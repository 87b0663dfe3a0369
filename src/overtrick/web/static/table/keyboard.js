// The keyboard: arrows within a row of cards or bids, and which of them the Tab key reaches.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

function rovingItems(group) {
  return [...group.querySelectorAll("button")];
}

/** Let the Tab key reach one button of each group: the focused one, else the first that may be used. */
export function refreshRoving(root) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const items = rovingItems(group);
    const focused = items.find((item) => item === document.activeElement);
    const usable = items.find((item) => item.getAttribute("aria-disabled") !== "true");
    const chosen = focused ?? usable ?? items[0];
    for (const item of items) item.tabIndex = item === chosen ? 0 : -1;
  }
}

/** Move the focus within a group by arrow keys, Home and End; return whether the key was used. */
export function rove(event) {
  const group = event.target.closest?.("[data-roving]");
  if (!group || event.ctrlKey || event.metaKey || event.altKey) return false;
  const items = rovingItems(group);
  const here = items.indexOf(event.target.closest("button"));
  let next;
  if (event.key in STEPS) next = (here + STEPS[event.key] + items.length) % items.length;
  else if (event.key === "Home") next = 0;
  else if (event.key === "End") next = items.length - 1;
  else return false;
  if (here < 0 || !items[next]) return false;
  for (const item of items) item.tabIndex = -1;
  items[next].tabIndex = 0;
  items[next].focus();
  event.preventDefault();
  return true;
}

/** Return whether somebody is typing into a field, so that letters are no commands. */
export function isTyping(event) {
  return Boolean(event.target.closest?.("input, select, textarea"));
}
