// Tells when the browser is offline, and lets a page that is opened then say so too.

const words = "You are offline. What you see may be old; try again when you are back.";
const notice = Object.assign(document.createElement("p"), { className: "notice offline", textContent: words });
notice.setAttribute("role", "status");

function tell() {
  if (navigator.onLine) notice.remove();
  else document.body.append(notice);
}

// A table has a line of its own to the server, and tells of that.
if (!document.body.classList.contains("at-table")) {
  for (const event of ["online", "offline"]) addEventListener(event, tell);
  tell();
}
// Only where the browser trusts the address; and where it fails, the site works as before.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/service-worker.js").catch(() => {});
