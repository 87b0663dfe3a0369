// Moments in the visitor's own time zone, and how long it is until then. Without this module they stand in UTC.
import { until } from "./until.js";

const shown = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});
/** @type {Map<HTMLTimeElement, HTMLElement>} */
const counted = new Map(); // from a moment that is counted down to, to the words behind it

/** @param {HTMLTimeElement} time */
function settle(time) {
  const moment = new Date(time.dateTime);
  if (!time.dateTime.includes("T") || Number.isNaN(moment.getTime()) || time.title) return;
  time.title = time.textContent; // as UTC
  time.textContent = shown.format(moment);
  if (time.dataset.countdown === undefined) return;
  const words = document.createElement("span");
  words.className = "countdown";
  time.after(" ", words);
  counted.set(time, words);
}

/** @param {Node} root */
function settleAll(root) {
  if (!(root instanceof Element)) return;
  if (root instanceof HTMLTimeElement && root.matches("[datetime]")) settle(root);
  for (const time of root.querySelectorAll("time")) if (time.matches("[datetime]")) settle(time);
}

function tick() {
  for (const [time, words] of counted) {
    if (!time.isConnected) counted.delete(time);
    else {
      const text = `(${until((new Date(time.dateTime).getTime() - Date.now()) / 1000)})`;
      if (words.textContent !== text) words.textContent = text;
    }
  }
}

settleAll(document.body);
tick();
setInterval(tick, 1000);
new MutationObserver((changes) => {
  for (const change of changes) change.addedNodes.forEach(settleAll);
  tick();
}).observe(document.body, { childList: true, subtree: true });
