// Finds the module that draws a game, at the address that the page gives, and its style sheet.
import { drawingOf } from "./usual.js";

/**
 * Return the drawing of a game.
 * @param {Look} look
 * @param {{ module: string, sheet: string }} where
 * @returns {Promise<Drawing>}
 */
export async function loadDrawing(look, { module, sheet }) {
  const [found] = await Promise.all([import(module), sheet && loadSheet(sheet)]);
  return drawingOf(look, found);
}

/** @param {string} address */
function loadSheet(address) {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    for (const event of ["load", "error"]) link.addEventListener(event, resolve); // without its styles it still plays
    document.head.append(link);
  });
}
