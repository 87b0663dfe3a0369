// The form for a new table: only the rows of the seats that there are, and what is usual under the chosen preset.

const seatCount = /** @type {HTMLSelectElement | null} */ (document.getElementById("seats"));
const preset = /** @type {HTMLSelectElement | null} */ (document.getElementById("preset"));

function showSeats() {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".chairs [data-seat]"))) {
    row.hidden = seatCount !== null && Number(row.dataset.seat) >= Number(seatCount.value);
  }
}

function showUsual() {
  const says = JSON.parse(preset?.selectedOptions[0]?.dataset.usual ?? "{}");
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-option]"))) {
    const words = `usual: ${says[field.dataset.option ?? ""] ?? field.dataset.default}`;
    if (field instanceof HTMLInputElement) field.placeholder = words;
    else field.textContent = words;
  }
}

function showAll() {
  showSeats();
  showUsual();
}

seatCount?.addEventListener("change", showSeats);
preset?.addEventListener("change", showUsual);
addEventListener("pageshow", showAll); // also when the browser brings a form back
showAll();
