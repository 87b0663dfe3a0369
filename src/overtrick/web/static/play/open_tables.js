// The list of open tables on the start page, kept up to date while somebody looks.
const EVERY_MS = 4000;
const place = document.getElementById("open-tables");
const busy = () => document.hidden || place?.contains(document.activeElement); // nothing goes from under a finger

async function look() {
  if (!place?.dataset.from || busy()) return;
  try {
    const answer = await fetch(place.dataset.from);
    const text = answer.ok ? await answer.text() : "";
    if (!text || busy()) return;
    const fresh = new DOMParser().parseFromString(text, "text/html").body;
    if (fresh.textContent !== place.textContent) place.replaceChildren(...fresh.childNodes);
  } catch {
    // The next look may succeed.
  }
}

setInterval(look, EVERY_MS);
