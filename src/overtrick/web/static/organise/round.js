// The form of a round: what the moments given in UTC are where the organiser sits.

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

function tell(field) {
  const moment = new Date(`${field.value}Z`);
  const words = field.parentElement.querySelector("small");
  words.textContent = Number.isNaN(moment.getTime()) ? "" : `${shown.format(moment)} for you`;
}

for (const field of document.querySelectorAll("input[data-utc]")) {
  field.addEventListener("input", () => tell(field));
  tell(field);
}
