// The ways from a replay: to a table at which one plays on from a position, and to the analysis of a seat.
import { h } from "../site/render.js";

/**
 * Return the form that begins another line where one is; nothing after the last action, or where the site has no part.
 * @param {{ bundle: Bundle, match: Match, matchNumber: number, frames: Shown[], frame: Shown, seat: number | null }} replay
 * @param {string} formKey
 */
export function linePart({ bundle, match, matchNumber, frames, frame, seat }, formKey) {
  const next = frames.find((one) => one.place > frame.place && one.action);
  if (!bundle.line || next?.seat === undefined) return null;
  const player = seat ?? next.seat;
  const where = { deal: next.deal, step: next.step - 1, seat: player };
  const given = { _csrf_token: formKey, ...where, ...bundle.ask?.[matchNumber]?.form };
  const title = "The same cards, you in this seat, our players in all others; it counts for nothing";
  return h(
    "form",
    { key: "line", class: "line-form", method: "post", action: bundle.line },
    hidden(given),
    h(
      "button",
      { type: "submit", title },
      h("span", null, "Try another line from here as ", h("bdi", null, match.names[player])),
    ),
  );
}

/**
 * Return the way to the analysis of the seat whose view it is, or of the first; a match that was brought goes along.
 * @param {{ bundle: Bundle, matchNumber: number, seat: number | null }} replay
 * @param {string} formKey
 */
export function analysisLink({ bundle, matchNumber, seat }, formKey) {
  if (!bundle.analysis) return null;
  const title = "What each decision of a seat was worth";
  const form = bundle.ask?.[matchNumber]?.form;
  if (!form) {
    const href = bundle.analysis + (seat === null ? "" : `?seat=${seat}`);
    return h("a", { key: "analysis", class: "button", href, title }, "Analysis");
  }
  return h(
    "form",
    { key: "analysis", class: "bar-form", method: "post", action: bundle.analysis },
    hidden({ _csrf_token: formKey, seat: seat ?? 0, ...form }),
    h("button", { type: "submit", title }, "Analysis"),
  );
}

/** @param {Record<string, string | number>} given */
function hidden(given) {
  return Object.entries(given).map(([name, value]) => h("input", { key: name, type: "hidden", name, value }));
}
