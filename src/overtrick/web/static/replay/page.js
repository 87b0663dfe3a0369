// A match to look at again on the site, which tells how the game is drawn.
import { loadDrawing } from "../table/drawing.js";
import { readBundle } from "./kept.js";
import { beginReplay, tellThatItIsGone } from "./replay.js";

const bundle = readBundle();
if (bundle?.drawing) beginReplay(bundle, await loadDrawing(bundle.matches[0], bundle.drawing));
else tellThatItIsGone();
