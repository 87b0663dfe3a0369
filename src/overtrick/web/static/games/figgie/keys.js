// The keys that Figgie players know: b and a with a suit and an amount to quote, ff and aa with a suit to trade.
import { takeAction } from "./books.js";

/** @type {Record<string, string>} */
const SUITS = { s: "spades", c: "clubs", d: "diamonds", h: "hearts" };
/** @type {Record<string, string>} */
const VERBS = { b: "bid", a: "offer", f: "f…", ff: "buy", aa: "sell" };
const SO_FAR = /^(ff|aa|b|a|f)([scdh]?)(\d*)$/;
const ALLOWED = /^(b|a|f|ff|aa|(b|a)[scdh]([1-9]\d{0,6})?|(ff|aa)[scdh])$/;
let typed = "";

/** Return what is typed so far, in words. */
export function typedWords() {
  const [, start, suit, amount] = SO_FAR.exec(typed) ?? [];
  if (!start) return "";
  const needs = suit ? (start.length === 2 ? "" : amount ? " ↵" : " …") : " …";
  return `${VERBS[start]}${suit ? ` ${SUITS[suit]}` : ""}${amount ? ` ${amount}` : ""}${needs}`;
}

/**
 * Take a key; return whether it was one of these.
 * @param {KeyboardEvent} event
 * @param {Scene} scene
 * @param {Actions} actions
 */
export function pressKey({ key }, scene, actions) {
  if (!scene.now || !actions.act || scene.seat === null) return false;
  const live = scene.options.model === "live";
  if (!typed && live && (key === "p" || key === " ") && actions.live) return startOrPause(key, actions);
  if (!typed && key === "p") return act("pass");
  if (typed && key === "Backspace") return type(typed.slice(0, -1));
  if (typed && key === "Enter") return finish();
  const longer = typed + key;
  if (key.length !== 1 || !ALLOWED.test(longer)) return Boolean(typed) && /^[a-z\d]$/.test(key);
  if (/^(ff|aa)./.test(longer)) return act(takeAction(scene, longer[0] === "f" ? "buy" : "sell", SUITS[longer[2]]));
  return type(longer);

  /** @param {string} text */
  function type(text) {
    typed = text;
    actions.redraw?.();
    return true;
  }

  /** @param {string} action */
  function act(action) {
    typed = "";
    actions.act?.(action);
    return true;
  }

  function finish() {
    const [, start, suit, amount] = SO_FAR.exec(typed) ?? [];
    if (!amount) return type("");
    const word = start === "b" ? "bid" : scene.options.model === "tick" ? "ask" : "offer";
    return act(`${word} ${SUITS[suit]} ${amount}`);
  }
}

/**
 * Start a market that stands, or pause one that runs; return whether that was done.
 * @param {string} key
 * @param {Actions} actions
 */
function startOrPause(key, actions) {
  if (!actions.live.running) actions.start();
  else if (key === "p" && actions.live.may_pause) actions.pause();
  else return false;
  return true;
}

/** Forget what is typed. */
export function forgetTyped() {
  typed = "";
}
