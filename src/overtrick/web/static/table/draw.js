// One door to the tables of all games, for play and for replay.
import { drawDuel } from "../games/duel/table.js";
import { drawFiggie } from "../games/figgie/table.js";
import { drawWizard } from "../games/wizard/table.js";

const DRAWERS = { duel: drawDuel, figgie: drawFiggie, wizard: drawWizard };

/** Return a scene as a tree of nodes; without actions there is nothing to click. */
export function drawTable(scene, table, actions) {
  return DRAWERS[scene.game](scene, table, actions);
}
