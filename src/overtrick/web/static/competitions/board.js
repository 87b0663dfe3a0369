// The leaderboard: filters and sorting at once, and live while matches arrive. Without this script, forms and links do it.

const board = document.getElementById("board");
const lines = document.getElementById("lines");
const form = document.querySelector(".filters");
let made = Number(board?.dataset.made ?? 0);
let sort = new URLSearchParams(location.search).get("sort") ?? "";
let greatest = document.querySelector(`[data-sort="${CSS.escape(sort)}"]`)?.dataset.greatest === "1";
let ranked = []; // rows in the order of the ranking
let source = null; // of news

function fits(row) {
  const word = form.elements.q.value.trim().toLowerCase();
  const { name, owner } = row.dataset;
  if (word && !name.toLowerCase().includes(word) && !owner.toLowerCase().includes(word)) return false;
  if (form.elements.mine?.checked && row.dataset.mine === undefined) return false;
  return !(form.elements.theirs.checked && !owner);
}

function sortValue(row) {
  const text = row.dataset[sort];
  if (text === "") return Infinity;
  return greatest ? -Number(text) : Number(text);
}

function arrange() {
  const shown = ranked.filter(fits);
  if (sort) shown.sort((one, other) => sortValue(one) - sortValue(other));
  const focused = document.activeElement?.closest("#lines tr")?.dataset.name;
  lines.replaceChildren(...shown);
  if (focused) shown.find((row) => row.dataset.name === focused)?.querySelector("a")?.focus({ preventScroll: true });
  board.classList.toggle("sorted", sort !== "");
  document.getElementById("nobody").hidden = shown.length > 0;
  for (const link of board.querySelectorAll("th a[data-sort]")) {
    const how = link.dataset.greatest === "1" ? "descending" : "ascending";
    link.parentElement.setAttribute("aria-sort", link.dataset.sort === sort ? how : "none");
  }
}

function keepAddress() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  if (sort) query.set("sort", sort);
  else query.delete("sort");
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

function readRows(html) {
  const inside = document.createElement("tbody");
  inside.innerHTML = html; // made by our own pages, names are escaped there
  ranked = [...inside.rows];
}

async function load() {
  const answer = await fetch(board.dataset.lines);
  if (!answer.ok) return;
  const told = await answer.json();
  readRows(told.rows);
  document.getElementById("axis").innerHTML = told.axis;
  arrange();
}

async function hear(event) {
  const news = JSON.parse(event.data);
  const before = board.dataset;
  if (news.state !== before.state || news.part !== before.part || String(news.released) !== before.released) {
    location.reload();
    return;
  }
  const progress = document.getElementById("progress");
  if (progress && news.of) progress.textContent = `${news.done} of ${news.of}`;
  if (event.type !== "news") return;
  if (!lines) {
    if (news.made) location.reload();
    return;
  }
  document.getElementById("count").textContent = `${news.records} of ${news.planned} matches played`;
  const latest = document.getElementById("latest");
  if (latest) latest.innerHTML = news.latest;
  if (news.made === made) return;
  made = news.made;
  await load();
}

// A browser has six connections for a site, so a page that nobody sees leaves them to others.
function listen() {
  source?.close();
  if (document.hidden) return;
  source = new EventSource(board.dataset.events);
  source.addEventListener("news", hear);
  source.addEventListener("state", hear);
  source.addEventListener("gone", () => source.close());
}

if (lines) {
  // Without filters on the server, as they are done here.
  form.querySelector("button").hidden = true;
  if (location.search) await load();
  else ranked = [...lines.rows];
  arrange();
  form.addEventListener("input", () => { arrange(); keepAddress(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  board.querySelector("thead").addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sort]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    sort = link.dataset.sort;
    greatest = link.dataset.greatest === "1";
    arrange();
    keepAddress();
  });
}
if (board && (board.dataset.state !== "over" || board.dataset.released !== "-1")) {
  listen();
  document.addEventListener("visibilitychange", listen);
}
