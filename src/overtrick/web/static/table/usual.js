// What a drawing of a game answers if it does not say otherwise. A module that draws a game has one function,
// `drawing(look, usual)`, which returns what it wants to answer itself; `usual` is for those who only add to it.
import { actionText, deckOf } from "../cards/deck.js";
import { dealTable, finalTable, pointsGraph } from "./results.js";
import { momentOf } from "./scene.js";
import { trickHeld } from "./tricks.js";

const CARD_MS = 700;
const OTHER_MS = 520;

/**
 * Return the drawing of a game: what its module answers, and the usual for the rest.
 * @param {Look} look
 * @param {DrawingModule} module
 * @returns {Drawing}
 */
export function drawingOf(look, module) {
  const usual = usualDrawing(look);
  return Object.assign(usual, module.drawing(look, { ...usual }));
}

/**
 * Return the drawing of a game by a module that is not ours; as soon as it fails, another one draws.
 * @param {Look} look
 * @param {DrawingModule} module
 * @param {DrawingModule} other
 * @returns {Drawing}
 */
export function guardedDrawing(look, module, other) {
  const instead = drawingOf(look, other);
  /** @type {any} */
  let drawing;
  try {
    drawing = drawingOf(look, module);
  } catch (error) {
    console.error("the drawing of this game fails", error);
    return instead;
  }
  for (const [name, part] of Object.entries(drawing).filter(([, one]) => typeof one === "function")) {
    drawing[name] = (/** @type {unknown[]} */ ...given) => {
      try {
        const answer = part(...given);
        if (name !== "draw" || answer) return answer;
        throw new Error("a drawing has to draw");
      } catch (error) {
        console.error("the drawing of this game fails", error);
        Object.assign(drawing, instead);
        return drawing[name](...given);
      }
    };
  }
  return drawing;
}

/**
 * @param {Look} look
 * @returns {Drawing}
 */
function usualDrawing(look) {
  const deck = deckOf(look.suits);
  /** @type {Drawing} */
  const drawing = {
    deck,
    // The table of a scene; without actions there is nothing to click.
    draw: () => {
      throw new Error("a drawing has to draw");
    },
    // A panel beside the table.
    side: () => null,
    // A moment with something still on the table that the rulebook has already taken away, such as a trick.
    held: trickHeld,
    // What a change sounds like; one of the names in play/sounds.js.
    soundOf: (scene, before) => tableSound(momentOf(scene), scene.deal === before.deal ? momentOf(before) : null),
    // How many milliseconds a change is shown before the next one.
    lengthOf: (scene) => (momentOf(scene).state.trick?.length ? CARD_MS : OTHER_MS),
    // What is said to whoever is to move.
    turnWords: () => "Your turn.",
    actionWords: (action) => actionText(action, drawing.deck, look.suits),
    // What a jump in a replay leads to.
    stopWord: (scene) => (Array.isArray(momentOf(scene).state.trick) ? "trick" : "stop"),
    dealWord: "Deal",
    // What the score pad shows of a seat in a deal beside the points; null if it did not play.
    kept: (kept, seat) => keptCell(look.pad, kept, seat),
    // What a deal brought, and what a match did.
    result: (scene) => dealTable(scene, look.pad),
    final: (scene) => [finalTable(scene, { plus: look.signed }), scene.pad.length > 1 && pointsGraph(scene, drawing)],
    // The rules in a few sentences, the keys of the game, and what they do.
    brief: look.summary ? [look.summary] : [],
    keys: [
      ["← →", "choose a card or an action"],
      ["Enter", "do it"],
      ["0 – 9", "choose a bid"],
    ],
    press: () => false,
    forget: () => {},
  };
  return drawing;
}

/**
 * Return what the change from one moment of a deal to another sounds like: a trick, a card, or a deal that is new.
 * @param {Moment} moment
 * @param {Moment | null} before
 */
export function tableSound(moment, before) {
  if (moment.held) return "trick";
  if (!before) return "deal";
  const lying = (/** @type {Moment} */ { state, plain }) => (plain?.centre ?? state.trick ?? []).length;
  return lying(moment) > lying(before) ? "card" : null;
}

/**
 * Return what the score pad shows of a seat; the first value is below zero if it was out.
 * @param {string[]} names
 * @param {Kept} kept
 * @param {number} seat
 * @returns {Cell | null}
 */
export function keptCell(names, kept, seat) {
  const values = names.map((name) => kept[name]?.[seat] ?? null);
  if (typeof values[0] === "number" && values[0] < 0) return null;
  if (values.includes(null)) return { text: "" };
  const title = names.map((name, place) => `${name.replaceAll("_", " ")} ${values[place]}`).join(", ");
  return { text: values.join("/"), title };
}
