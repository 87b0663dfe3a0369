// Copies what is to be shared.

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLTextAreaElement)) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      field.select(); // then by hand
    }
  });
}
