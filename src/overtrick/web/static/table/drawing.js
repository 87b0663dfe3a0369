// Finds the module that draws a game, at the address that the page gives, and its style sheet.
import { drawingOf, guardedDrawing } from "./usual.js";

/**
 * Return the drawing of a game.
 * @param {Look} look
 * @param {{ module: string, sheet: string, instead?: string }} where
 * @returns {Promise<Drawing>}
 */
export async function loadDrawing(look, { module, sheet, instead = "" }) {
  const sheets = [instead.replace(/js$/, "css"), sheet].filter(Boolean).map(loadSheet);
  const [found, other] = await Promise.all([instead ? tried(module) : import(module), instead && import(instead)]);
  await Promise.all(sheets);
  return other ? guardedDrawing(look, found, other) : drawingOf(look, found);
}

/**
 * Return a module, or one that fails later if it cannot be loaded.
 * @param {string} address
 * @returns {Promise<DrawingModule>}
 */
async function tried(address) {
  try {
    return await import(address);
  } catch (error) {
    const fail = () => {
      throw error;
    };
    return { drawing: fail };
  }
}

/** @param {string} address */
function loadSheet(address) {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    for (const event of ["load", "error"]) link.addEventListener(event, resolve); // without its styles it still plays
    document.head.append(link);
  });
}
