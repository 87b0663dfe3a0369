// Looks once a second how far something is that the page waits for; without this file the page loads itself again.

const PAUSE_MS = 1000;

async function look() {
  const here = document.getElementById("waiting");
  if (!here?.dataset.waits) return;
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("waiting");
      if (fresh && fresh.innerHTML !== here.dataset.shown) {
        const kept = fresh.innerHTML;
        here.replaceWith(fresh);
        fresh.dataset.shown = kept;
        document.title = page.title;
      }
    } else if (answer.status === 404) {
      location.reload(); // there is nothing to wait for any more, and the page says why
    }
  } catch {
    // the site is away for a moment; the next look may find it
  }
  setTimeout(look, PAUSE_MS);
}

setTimeout(look, PAUSE_MS);
