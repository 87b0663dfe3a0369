// The buttons under a replay: a step, a trick, a deal, back and forth; whose view it is; and where one is.
import { h } from "../site/render.js";

/** @type {Record<string, string[]>} */
const ICONS = {
  first: ["M19 5v14L8 12Z", "M5 5h3v14H5Z"],
  stopBack: ["M12 5v14L3 12Z", "M21 5v14l-9-7Z"],
  back: ["M16 5v14L6 12Z"],
  play: ["M7 4v16l13-8Z"],
  pause: ["M6 5h4v14H6Z", "M14 5h4v14h-4Z"],
  on: ["M8 5v14l10-7Z"],
  stopOn: ["M12 5v14l9-7Z", "M3 5v14l9-7Z"],
  last: ["M5 5v14l11-7Z", "M16 5h3v14h-3Z"],
};

/**
 * Return the keys of a replay.
 * @param {string} stop what a jump leads to
 */
export function replayKeys(stop) {
  return [
    ["← →", "a step back or on"],
    ["[ ]", `a ${stop} back or on`],
    ["{ }", "a deal back or on"],
    ["Home End", "the first or last step"],
    ["Space", "play, pause"],
    ["v", "all hands, or the view of the next seat"],
    ["t", "thoughts of the strong player"],
    ["Esc", "close"],
    ["?", "these keys"],
  ];
}

/**
 * Return the controls.
 * @param {{ frames: Shown[], frame: Shown, seat: number | null, playing: boolean, matches: number, matchNumber: number }} replay
 * @param {Scene} scene
 * @param {string} stop
 * @param {any} steps
 */
export function replayControls({ frames, frame, seat, playing, matches, matchNumber }, scene, stop, steps) {
  const [atStart, atEnd] = [frame.place === 0, frame.place === frames.length - 1];
  const playWords = playing ? "Pause (Space)" : "Play (Space)";
  /** @type {[Key, string][]} */
  const views = [
    ["all", "All hands"],
    ...scene.names.map((name, place) => /** @type {[Key, string]} */ ([place, name])),
  ];
  return h(
    "div",
    { key: "controls", class: "controls", role: "group", "aria-label": "Steps" },
    h(
      "div",
      { class: "step-buttons" },
      stepButton("first", "To the start (Home)", atStart, steps.first),
      stepButton("stopBack", `Back to the ${stop} before ([)`, atStart, steps.stopBack),
      stepButton("back", "A step back (←)", atStart, steps.back),
      stepButton(playing ? "pause" : "play", playWords, atEnd && !playing, steps.play, "primary"),
      stepButton("on", "A step on (→)", atEnd, steps.on),
      stepButton("stopOn", `On to the next ${stop} (])`, atEnd, steps.stopOn),
      stepButton("last", "To the end (End)", atEnd, steps.last),
    ),
    slider(frames, frame, scene, steps),
    h(
      "div",
      { class: "choices" },
      matches > 1 &&
        chooser("Match", matchNumber, numbered(matches, matches, 0), (value) => steps.chooseMatch(Number(value))),
      scene.deals !== 1 &&
        chooser("Deal", frame.deal, numbered(frames[frames.length - 1].deal, scene.deals, 1), (value) =>
          steps.chooseDeal(Number(value)),
        ),
      chooser("View", seat ?? "all", views, (value) => steps.chooseSeat(value === "all" ? null : Number(value))),
    ),
  );
}

/**
 * Return so many numbers to choose from, each with how many there are, if that is known.
 * @param {number} count
 * @param {number | null} of
 * @param {number} first
 * @returns {[Key, string][]}
 */
function numbered(count, of, first) {
  const words = of === null ? "" : ` of ${of}`;
  return Array.from({ length: count }, (_, place) => [place + first, `${place + 1}${words}`]);
}

/**
 * Return where a frame is, in words.
 * @param {Scene} scene
 * @param {Shown} frame
 */
export function placeWords(scene, frame) {
  return `${scene.deals === 1 ? "Step" : `Deal ${frame.deal}, step`} ${frame.step}`;
}

/**
 * @param {Shown[]} frames
 * @param {Shown} frame
 * @param {Scene} scene
 * @param {any} steps
 */
function slider(frames, frame, scene, steps) {
  const last = frames.findLast((one) => one.deal === frame.deal)?.step;
  return h(
    "div",
    { key: "along", class: "along" },
    h("input", {
      key: "slider",
      class: "slider",
      type: "range",
      min: 0,
      max: frames.length - 1,
      value: String(frame.place),
      "aria-label": "Where in the match",
      "aria-valuetext": placeWords(scene, frame),
      on: { input: (event) => steps.go(Number(event.target.value)) },
    }),
    h("span", { class: "where", "aria-hidden": "true" }, `${frame.step} / ${last}`),
  );
}

/**
 * @param {string} icon
 * @param {string} words
 * @param {boolean} disabled
 * @param {() => void} act
 */
function stepButton(icon, words, disabled, act, cls = "") {
  const paths = ICONS[icon].map((d) => h("path", { d }));
  return h(
    "button",
    {
      key: icon === "pause" ? "play" : icon,
      type: "button",
      class: `step ${cls}`,
      title: words,
      "aria-label": words,
      // Not the attribute that disables: a button that loses the focus under one's finger takes the keyboard with it.
      "aria-disabled": disabled ? "true" : null,
      on: { click: act },
    },
    h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, paths),
  );
}

/**
 * @param {string} label
 * @param {Key} value
 * @param {[Key, string][]} options
 * @param {(value: string) => void} choose
 */
function chooser(label, value, options, choose) {
  const id = `choose-${label.toLowerCase()}`;
  const all = options.map(([key, words]) =>
    h("option", { key, value: key, selected: String(key) === String(value) }, words),
  );
  return h(
    "div",
    { key: label, class: "chooser" },
    h("label", { for: id }, label),
    h("select", { id, on: { change: (event) => choose(event.target.value) }, value: String(value) }, all),
  );
}
