// A match of a file that somebody brought: the tab keeps it, so that a reload loses nothing and the site keeps nothing.

const KEPT = "overtrick-replay";
const KEPT_ADDRESS = "/replays/yours";

/**
 * Return what the page replays: what came with it, or what this tab has kept; null if that is gone.
 * @returns {Bundle | null}
 */
export function readBundle() {
  const text = document.getElementById("replay-data")?.textContent ?? "null";
  const told = JSON.parse(text);
  if (told.kept) return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (told.brought) keepBundle(text);
  return told;
}

/** @param {string} text */
function keepBundle(text) {
  try {
    sessionStorage.setItem(KEPT, text);
    history.replaceState(null, "", KEPT_ADDRESS + location.hash);
  } catch {
    // There is no room for it, so that the browser will ask whether to send the file again.
  }
}

/**
 * Send a match that was brought back to the site, which makes one file of it that opens offline.
 * @param {Bundle} bundle
 * @param {number} number
 * @param {string} formKey
 */
export function downloadBrought(bundle, number, formKey) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/replays", enctype: "multipart/form-data", hidden: true });
  const records = (bundle.ask ?? []).map((ask) => ask.form?.record).join("\n");
  for (const [name, value] of Object.entries({ _csrf_token: formKey, as: "file", match: number, record: records })) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
