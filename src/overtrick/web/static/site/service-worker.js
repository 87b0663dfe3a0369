// Answers for the site when it cannot be reached: with one page that says so. Everything else comes from the network, as
// tables are played there; nothing of anybody is kept.

const KEPT = "overtrick-offline";
const FILES = ["/static/site/site.css", "/static/site/pages.css", "/static/site/icon.svg"];
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'";
const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Offline · overtrick</title>
  <link rel="stylesheet" href="/static/site/site.css">
  <link rel="stylesheet" href="/static/site/pages.css">
</head>
<body>
  <main class="page narrow error">
    <p><img src="/static/site/icon.svg" width="96" height="96" alt=""></p>
    <h1>You are offline</h1>
    <p>overtrick cannot be reached just now. No game is lost: your tables stay as they are until you are back.</p>
    <p><a class="button primary" href="">Try again</a></p>
  </main>
</body>
</html>`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate" && request.method === "GET") {
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
    event.respondWith(fetch(request).catch(() => new Response(PAGE, { status: 503, headers })));
  } else if (FILES.includes(path)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(path)) ?? Response.error()));
  }
});
