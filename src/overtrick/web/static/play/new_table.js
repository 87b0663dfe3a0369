// The form for a new table: only the rows of the seats that there are, and what is usual under the chosen preset.

const seatCount = document.getElementById("seats");
const preset = document.getElementById("preset");

function showSeats() {
  for (const row of document.querySelectorAll(".chairs [data-seat]")) {
    row.hidden = seatCount !== null && Number(row.dataset.seat) >= Number(seatCount.value);
  }
}

function showUsual() {
  const says = JSON.parse(preset?.selectedOptions[0]?.dataset.usual ?? "{}");
  for (const field of document.querySelectorAll("[data-option]")) {
    const words = `usual: ${says[field.dataset.option] ?? field.dataset.default}`;
    if (field.localName === "option") field.textContent = words;
    else field.placeholder = words;
  }
}

seatCount?.addEventListener("change", showSeats);
preset?.addEventListener("change", showUsual);
addEventListener("pageshow", () => (showSeats(), showUsual())); // also when the browser brings a form back
showSeats();
showUsual();
