// What somebody likes: theme, motion, pace, deck and sounds, kept in this browser alone.
import { h, render } from "./render.js";

const STORED = "overtrick-settings";
/** @type {Record<string, { label: string, values: Record<string, string> }>} */
const CHOICES = {
  theme: { label: "Colours", values: { system: "as the system", light: "light", dark: "dark" } },
  motion: { label: "Motion", values: { on: "on", off: "off" } },
  pace: { label: "Pace", values: { calm: "calm", quick: "quick", once: "at once" } },
  deck: { label: "French suits", values: { four: "four colours", two: "two colours" } },
  sounds: { label: "Sounds", values: { on: "on", off: "off" } },
};

/** The settings as they are now; every page begins with what was chosen last. */
export const settings = loadSettings();

function loadSettings() {
  const usual = Object.fromEntries(Object.entries(CHOICES).map(([name, { values }]) => [name, Object.keys(values)[0]]));
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    for (const name of Object.keys(usual)) if (kept[name] in CHOICES[name].values) usual[name] = kept[name];
  } catch {
    // A browser that keeps nothing still plays.
  }
  return usual;
}

function applySettings() {
  const page = document.documentElement;
  if (settings.theme === "system") delete page.dataset.theme;
  else page.dataset.theme = settings.theme;
  page.dataset.motion = settings.motion;
  page.dataset.deck = settings.deck;
}

/**
 * Choose a value, and keep it in this browser.
 * @param {string} name
 * @param {string} value
 */
export function chooseSetting(name, value) {
  settings[name] = value;
  applySettings();
  try {
    localStorage.setItem(STORED, JSON.stringify(settings));
  } catch {
    // As above.
  }
}

/** Return the settings as fields. */
export function settingsFields() {
  return h("div", { class: "settings-fields" }, Object.keys(CHOICES).map(settingField));
}

/** @param {string} name */
function settingField(name) {
  const { label, values } = CHOICES[name];
  const options = Object.entries(values).map(([value, words]) =>
    h("option", { value, selected: settings[name] === value }, words),
  );
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h("select", { name, on: { change: (event) => chooseSetting(name, event.target.value) } }, options),
  );
}

applySettings();
const [fields, menu] = [document.getElementById("settings"), document.getElementById("settings-menu")];
if (fields && menu) {
  render(fields, settingsFields());
  menu.hidden = false;
}
