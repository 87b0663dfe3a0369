// The form of a round: what the moments given in UTC are where the organiser sits.

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/** @param {HTMLInputElement} field */
function tell(field) {
  const moment = new Date(`${field.value}Z`);
  const words = field.parentElement?.querySelector("small");
  if (words) words.textContent = Number.isNaN(moment.getTime()) ? "" : `${shown.format(moment)} for you`;
}

for (const field of document.querySelectorAll("input")) {
  if (field.dataset.utc === undefined) continue;
  field.addEventListener("input", () => tell(field));
  tell(field);
}
