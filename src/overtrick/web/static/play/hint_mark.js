// A hint marks what it means where that lies: the card, the bid, the suit, the trade.

/**
 * Return where an action lies on the table, as a selector.
 * @param {string} action
 */
export function placeOfAction(action) {
  const [verb, what] = action.split(" ");
  const name = CSS.escape(what ?? verb);
  if (verb === "bid" && /^\d+$/.test(what)) return `[data-bid="${name}"]`;
  if (verb === "trump") return `[data-trump^="${name.toLowerCase()}"]`;
  if (verb === "buy" || verb === "sell") return `.book.suit-${name} .trade.${verb}`;
  if (verb === "pass") return ".pass";
  return what ? `.book.suit-${name}` : `.hand [data-card="${name}"]`;
}

/**
 * Mark what a hint means, and nothing else.
 * @param {HTMLElement} place
 * @param {Hint | null} hint
 */
export function markHint(place, hint) {
  const best = hint && !hint.waiting ? hint.choices[0]?.name : null;
  const marked = best ? place.querySelector(placeOfAction(best)) : null;
  for (const old of place.querySelectorAll(".hinted")) if (old !== marked) old.classList.remove("hinted");
  marked?.classList.add("hinted");
}
