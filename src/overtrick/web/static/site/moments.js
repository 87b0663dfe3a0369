// Moments in the visitor's own time zone, and how long it is until then. Without this module they stand in UTC.

const shown = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const counted = new Map(); // from a moment that is counted down to, to the words behind it

export function until(seconds) {
  if (seconds <= 0) return "any moment now";
  const [days, hours, minutes] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  if (days >= 7) return `in ${days} days`;
  if (days) return `in ${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  if (hours) return `in ${hours} h ${minutes} min`;
  return `in ${minutes} min ${String(Math.floor(seconds % MINUTE)).padStart(2, "0")} s`;
}

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

function settleAll(root) {
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  if (root.matches("time[datetime]")) settle(root);
  for (const time of root.querySelectorAll("time[datetime]")) settle(time);
}

function tick() {
  for (const [time, words] of counted) {
    if (!time.isConnected) counted.delete(time);
    else {
      const text = `(${until((new Date(time.dateTime) - Date.now()) / 1000)})`;
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
