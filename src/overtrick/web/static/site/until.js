// How long it is until something, in words.

const [MINUTE, HOUR, DAY] = [60, 60 * 60, 24 * 60 * 60];

/**
 * Return how long it is, in words, given seconds.
 * @param {number} seconds
 */
export function until(seconds) {
  if (seconds <= 0) return "any moment now";
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  if (days >= 7) return `in ${days} days`;
  if (days) return `in ${days} ${days === 1 ? "day" : "days"} ${hours} h`;
  if (hours) return `in ${hours} h ${minutes} min`;
  return `in ${minutes} min ${String(Math.floor(seconds % MINUTE)).padStart(2, "0")} s`;
}
