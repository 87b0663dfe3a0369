// The form for a new table: only the rows of the seats that there are.

const seatCount = document.getElementById("seats");

function showSeats() {
  for (const row of document.querySelectorAll(".chairs [data-seat]")) {
    row.hidden = seatCount !== null && Number(row.dataset.seat) >= Number(seatCount.value);
  }
}

seatCount?.addEventListener("change", showSeats);
showSeats();
