// The keys that Figgie players know: b and a with a suit and an amount to quote, ff and aa with a suit to trade.

const SUIT_KEYS = { s: "spades", c: "clubs", d: "diamonds", h: "hearts" };
let typed = "";

/** Return what is typed so far, in words. */
export function typedWords() {
  if (!typed) return "";
  const [, start, suit, amount] = /^(ff|aa|b|a|f)([scdh]?)(\d*)$/.exec(typed);
  const verb = { b: "bid", a: "offer", f: "f…", ff: "buy", aa: "sell" }[start];
  const needs = suit ? (start.length === 2 ? "" : amount ? " ↵" : " …") : " …";
  return `${verb}${suit ? ` ${SUIT_KEYS[suit]}` : ""}${amount ? ` ${amount}` : ""}${needs}`;
}

/** Take a key; return whether it was one of these. */
export function figgieKey(event, scene, actions) {
  const { key } = event;
  if (!scene.now || !actions.act || scene.seat === null) return false;
  if (!typed && key === "p") return act("pass");
  if (typed && key === "Backspace") return type(typed.slice(0, -1));
  if (typed && key === "Enter") return finish();
  const longer = typed + key;
  if (key.length !== 1 || !/^(b|a|f|ff|aa|(b|a)[scdh]([1-9]\d{0,6})?|(ff|aa)[scdh])$/.test(longer))
    return Boolean(typed) && /^[a-z\d]$/.test(key);
  if (/^(ff|aa)./.test(longer)) return act(`${longer[0] === "f" ? "buy" : "sell"} ${SUIT_KEYS[longer[2]]}`);
  return type(longer);

  function type(text) {
    typed = text;
    actions.redraw();
    return true;
  }

  function act(action) {
    typed = "";
    actions.act(action);
    return true;
  }

  function finish() {
    const [, start, suit, amount] = /^(.)([scdh]?)(\d*)$/.exec(typed) ?? [];
    if (!amount) return type("");
    const word = start === "b" ? "bid" : scene.options.model === "tick" ? "ask" : "offer";
    return act(`${word} ${SUIT_KEYS[suit]} ${amount}`);
  }
}

/** Forget what is typed. */
export function forgetTyped() {
  typed = "";
}
