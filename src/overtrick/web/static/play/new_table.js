// The choices for a new table: what does not go with the others is put away, and a preset chooses its rules.

const form = /** @type {HTMLFormElement} */ (document.getElementById("new-table"));
const text = document.getElementById("presets")?.textContent;
/** @type {Record<string, Record<string, string | number>>} */
const presets = JSON.parse(text ?? "{}");
const usual = new Map();
for (const field of radios("option_"))
  if (field.closest(".choice")?.querySelector(".tag")) usual.set(field.name, field.value);

/**
 * Return the choices whose fields have names that begin so.
 * @param {string} start
 * @returns {HTMLInputElement[]}
 */
function radios(start) {
  return [...form.querySelectorAll("input")].filter(({ type, name }) => type === "radio" && name.startsWith(start));
}

/** @param {string} name */
function chosen(name) {
  return radios(name).find((field) => field.name === name && field.checked)?.value;
}

function showWhatGoesTogether() {
  const seats = Number(chosen("seats") ?? Infinity);
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-seat]")))
    row.hidden = Number(row.dataset.seat) >= seats;
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-only]"))) {
    const [name, value] = (group.dataset.only ?? "").split("=");
    group.hidden = chosen(name) !== value;
  }
  for (const words of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".needs"))) words.hidden = true;
}

/** @param {Record<string, string | number>} says */
function follow(says) {
  for (const field of radios("option_")) {
    const wanted = says[field.name.replace("option_", "")] ?? usual.get(field.name);
    field.checked = field.value === String(wanted);
  }
}

/** @param {Event} event */
function changed({ target }) {
  const field = /** @type {HTMLInputElement} */ (target);
  const group = field.closest(".choices");
  if (field.name === "preset") follow(presets[field.value] ?? {});
  // What is chosen by itself counts more than a preset.
  else if (group?.querySelector('[name^="option_"]')) for (const one of radios("preset")) one.checked = false;
  if (field.name.startsWith("own_") && field.value)
    for (const one of radios(field.name.replace("own_", "option_"))) one.checked = false;
  if (field.name.startsWith("option_") && field.type === "radio") {
    const own = /** @type {HTMLInputElement | null} */ (group?.querySelector('[name^="own_"]') ?? null);
    if (own) own.value = "";
  }
  showWhatGoesTogether();
}

form.addEventListener("change", changed);
addEventListener("pageshow", showWhatGoesTogether); // also when the browser brings a form back
showWhatGoesTogether();
