// The buttons under a replay: a step, a trick, a deal, back and forth; whose view it is; and where one is.
import { h } from "../site/render.js";

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
const STOP_WORDS = { wizard: "trick", duel: "trick", figgie: "trade" };

export const REPLAY_KEYS = [
  ["← →", "a step back or on"],
  ["[ ]", "a trick, a trade or a tick back or on"],
  ["{ }", "a deal back or on"],
  ["Home End", "the first or last step"],
  ["Space", "play, pause"],
  ["v", "all hands, or the view of the next seat"],
  ["t", "thoughts of the strong player"],
  ["Esc", "close"],
  ["?", "these keys"],
];

/** Return what a jump to the next stop is called in a game. */
export function stopWord({ game, options }) {
  return options.model === "tick" ? "tick" : STOP_WORDS[game] ?? "stop";
}

/** Return the controls. */
export function replayControls({ frames, frame, seat, playing, matches, match }, scene, actions) {
  const stop = stopWord(scene);
  const [atStart, atEnd] = [frame.place === 0, frame.place === frames.length - 1];
  return h(
    "div",
    { key: "controls", class: "controls", role: "group", "aria-label": "Steps" },
    h(
      "div",
      { class: "step-buttons" },
      stepButton("first", "To the start (Home)", atStart, actions.first),
      stepButton("stopBack", `Back to the ${stop} before ([)`, atStart, actions.stopBack),
      stepButton("back", "A step back (←)", atStart, actions.back),
      stepButton(playing ? "pause" : "play", playing ? "Pause (Space)" : "Play (Space)", atEnd && !playing, actions.play, "primary"),
      stepButton("on", "A step on (→)", atEnd, actions.on),
      stepButton("stopOn", `On to the next ${stop} (])`, atEnd, actions.stopOn),
      stepButton("last", "To the end (End)", atEnd, actions.last),
    ),
    h("div", { key: "along", class: "along" }, h("input", {
      key: "slider",
      class: "slider",
      type: "range",
      min: 0,
      max: frames.length - 1,
      value: String(frame.place),
      "aria-label": "Where in the match",
      "aria-valuetext": placeWords(scene, frame),
      on: { input: (event) => actions.go(Number(event.target.value)) },
    }), h("span", { class: "where", "aria-hidden": "true" }, `${frame.step} / ${lastStep(frames, frame)}`)),
    h(
      "div",
      { class: "choices" },
      matches > 1 && chooser("Match", match, Array.from({ length: matches }, (_, place) => [place, `${place + 1} of ${matches}`]), (value) => actions.chooseMatch(Number(value))),
      scene.deals > 1 && chooser("Deal", frame.deal, dealNumbers(frames).map((deal) => [deal, `${deal} of ${scene.deals}`]), (value) => actions.chooseDeal(Number(value))),
      chooser("View", seat ?? "all", [["all", "All hands"], ...scene.names.map((name, place) => [place, name])], (value) => actions.chooseSeat(value === "all" ? null : Number(value))),
    ),
  );
}

/** Return where a frame is, in words. */
export function placeWords(scene, frame) {
  return `${scene.deals > 1 ? `Deal ${frame.deal}, step` : "Step"} ${frame.step}`;
}

function lastStep(frames, { deal }) {
  return frames.findLast((one) => one.deal === deal).step;
}

function dealNumbers(frames) {
  return Array.from({ length: frames.at(-1).deal }, (_, place) => place + 1);
}

function stepButton(icon, words, disabled, act, cls = "") {
  const drawing = h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ICONS[icon].map((d) => h("path", { d })));
  // Not the attribute that disables: a button that loses the focus under one's finger takes the keyboard with it.
  const attrs = { type: "button", class: `step ${cls}`, title: words, "aria-label": words, "aria-disabled": disabled ? "true" : null };
  return h("button", { key: icon === "pause" ? "play" : icon, ...attrs, on: { click: act } }, drawing);
}

function chooser(label, value, options, choose) {
  const id = `choose-${label.toLowerCase()}`;
  return h(
    "div",
    { key: label, class: "chooser" },
    h("label", { for: id }, label),
    h("select", { id, on: { change: (event) => choose(event.target.value) }, value: String(value) }, options.map(([key, words]) => h("option", { key, value: key, selected: String(key) === String(value) }, words))),
  );
}
