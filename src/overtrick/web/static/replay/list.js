// The list of replays: a file may also be dropped on its form.

const dropForm = document.getElementById("drop");

function overForm(event) {
  event.preventDefault();
  dropForm.classList.toggle("over", event.type === "dragover");
}

dropForm.addEventListener("dragover", overForm);
dropForm.addEventListener("dragleave", overForm);
dropForm.addEventListener("drop", (event) => {
  overForm(event);
  if (!event.dataTransfer.files.length) return;
  dropForm.querySelector('input[type="file"]').files = event.dataTransfer.files;
  dropForm.requestSubmit(dropForm.querySelector('button[value="page"]'));
});
