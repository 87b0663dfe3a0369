// The guided first game: what a learner is told now stands above the table, which points at what it is about.
import { h } from "../site/render.js";

export const WHOLE_GAME = "Play a whole game";

/**
 * Return the panel of a lesson.
 * @param {Lesson | null} lesson
 * @param {Actions} actions
 */
export function lessonPanel(lesson, actions) {
  if (!lesson) return null;
  const says = lesson.closing ? [lesson.closing] : lesson.says;
  const told = lesson.closing ? lesson.of : lesson.told;
  return h(
    "section",
    { key: "lesson", class: "lesson", "aria-label": "Your first game", "aria-live": "polite" },
    h(
      "div",
      { class: "lesson-words" },
      says.map((words) => h("p", { key: words }, words)),
    ),
    h(
      "div",
      { class: "lesson-foot" },
      h("progress", { max: lesson.of, value: told, "aria-label": "How much of the lesson you have seen" }),
      lesson.closing
        ? h("button", { type: "button", on: { click: actions.again } }, WHOLE_GAME)
        : h(
            "button",
            { type: "button", class: "plain-button", on: { click: () => actions.say("unguided") } },
            "Play on without advice",
          ),
    ),
  );
}
