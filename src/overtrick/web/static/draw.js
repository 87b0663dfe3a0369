// One door to the tables of all games, for play and for replay.
import { drawDuel } from "./duel.js";
import { drawFiggie } from "./figgie.js";
import { drawWizard } from "./wizard.js";

const DRAWERS = { duel: drawDuel, figgie: drawFiggie, wizard: drawWizard };

/** Return a scene as a tree of nodes; without actions there is nothing to click. */
export function drawTable(scene, table, actions) {
  return DRAWERS[scene.game](scene, table, actions);
}
