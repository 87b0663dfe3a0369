// The list of replays: a file may also be dropped on its form.

const form = /** @type {HTMLFormElement} */ (document.getElementById("drop"));

/** @param {DragEvent} event */
function over(event) {
  event.preventDefault();
  form.classList.toggle("over", event.type === "dragover");
}

form.addEventListener("dragover", over);
form.addEventListener("dragleave", over);
form.addEventListener("drop", (event) => {
  over(event);
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector('input[type="file"]'));
  if (!field || !event.dataTransfer?.files.length) return;
  field.files = event.dataTransfer.files;
  form.requestSubmit(/** @type {HTMLButtonElement} */ (form.querySelector('button[value="page"]')));
});
