// The keys of a table to play at: digits for bids, letters for trumps and commands; in a dialog Tab stays there.
import { figgieKey } from "../games/figgie/keys.js";
import { isTyping, refreshRoving, rove } from "../table/keyboard.js";

const DIGIT_MS = 900;
const TRUMPS = { r: "red", y: "yellow", g: "green", b: "blue" };

/** Take the keys of a page: what they mean depends on what is shown. */
export function listenToKeys(place, play, actions) {
  let digits = "";
  let timer;
  const commands = {
    "?": () => actions.show("keys"),
    h: () => actions.hint(),
    u: () => actions.back(),
    r: () => actions.redo(),
    l: () => place.querySelector(".last-trick summary")?.click(),
    " ": () => actions.goOn(),
  };
  document.addEventListener("keydown", () => (play.byKeys = true), true);
  document.addEventListener("pointerdown", () => (play.byKeys = false), true);
  document.addEventListener("keydown", pressed);

  function pressed(event) {
    if (rove(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return actions.escape();
    if (event.key === "Tab") return trapFocus(event, place.querySelector(".dialog"));
    if (isTyping(event) || !play.frame || place.querySelector(".dialog")) return;
    if (event.key === " " && event.target.closest?.("button, a, summary")) return;
    const { scene } = play.frame;
    if (scene.game === "figgie" && figgieKey(event, scene, actions)) return event.preventDefault();
    const { phase } = scene.now?.state ?? {};
    const trump = phase === "name trump" && TRUMPS[event.key];
    if (trump) return place.querySelector(`[data-trump="${trump}"]`)?.click();
    if (phase === "bid" && /^\d$/.test(event.key)) return chooseDigit(event.key);
    if (commands[event.key]) {
      event.preventDefault();
      commands[event.key]();
    }
  }

  function chooseDigit(key) {
    clearTimeout(timer);
    timer = setTimeout(() => (digits = ""), DIGIT_MS);
    const bid = (number) => place.querySelector(`[data-bid="${Number(number)}"]`);
    digits = bid(digits + key) ? digits + key : key;
    bid(digits)?.focus();
    refreshRoving(place);
  }
}

function trapFocus(event, box) {
  if (!box) return;
  const stops = [...box.querySelectorAll("button:not(:disabled), a[href], input, select, summary")];
  const goal = event.shiftKey ? stops.at(-1) : stops[0];
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement === edge || !box.contains(document.activeElement)) {
    event.preventDefault();
    goal?.focus();
  }
}
