// The leaderboard: filters and sorting at once, and live while matches arrive. Without this script, forms and links do it.

const board = document.getElementById("board");
const lines = /** @type {HTMLTableSectionElement | null} */ (document.getElementById("lines"));
const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".filters"));
const head = /** @type {HTMLElement | null} */ (
  document.querySelector(`[data-sort="${CSS.escape(new URLSearchParams(location.search).get("sort") ?? "")}"]`)
);
let made = Number(board?.dataset.made ?? 0);
let sort = new URLSearchParams(location.search).get("sort") ?? "";
let greatest = head?.dataset.greatest === "1";
/** @type {HTMLTableRowElement[]} */
let ranked = []; // rows in the order of the ranking
/** @type {EventSource | null} */
let source = null; // of news

/**
 * @param {string} name
 * @returns {HTMLInputElement | null}
 */
function filter(name) {
  return /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name) ?? null);
}

/** @param {HTMLTableRowElement} row */
function fits(row) {
  const word = filter("q")?.value.trim().toLowerCase() ?? "";
  const { name = "", owner = "" } = row.dataset;
  if (word && !name.toLowerCase().includes(word) && !owner.toLowerCase().includes(word)) return false;
  if (filter("mine")?.checked && row.dataset.mine === undefined) return false;
  return !(filter("theirs")?.checked && !owner);
}

/** @param {HTMLTableRowElement} row */
function sortValue(row) {
  const text = row.dataset[sort];
  if (text === "") return Infinity;
  return greatest ? -Number(text) : Number(text);
}

function arrange() {
  if (!board || !lines) return;
  const shown = ranked.filter(fits);
  if (sort) shown.sort((one, other) => sortValue(one) - sortValue(other));
  const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest("#lines tr") ?? null)?.dataset
    .name;
  lines.replaceChildren(...shown);
  if (focused)
    shown
      .find((row) => row.dataset.name === focused)
      ?.querySelector("a")
      ?.focus({ preventScroll: true });
  board.classList.toggle("sorted", sort !== "");
  const nobody = document.getElementById("nobody");
  if (nobody) nobody.hidden = shown.length > 0;
  for (const link of board.querySelectorAll("a")) {
    if (link.dataset.sort === undefined || !link.closest("th")) continue;
    const how = link.dataset.greatest === "1" ? "descending" : "ascending";
    link.parentElement?.setAttribute("aria-sort", link.dataset.sort === sort ? how : "none");
  }
}

/** @param {HTMLFormElement} filters */
function keepAddress(filters) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(filters)) if (value) query.append(name, String(value));
  if (sort) query.set("sort", sort);
  else query.delete("sort");
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
}

/** @param {string} html */
function readRows(html) {
  const inside = document.createElement("tbody");
  inside.innerHTML = html; // made by our own pages, names are escaped there
  ranked = [...inside.rows];
}

async function load() {
  const answer = await fetch(board?.dataset.lines ?? "");
  if (!answer.ok) return;
  const told = await answer.json();
  readRows(told.rows);
  show("axis", told.axis);
  arrange();
}

/**
 * @param {string} id
 * @param {string} html
 */
function show(id, html) {
  const place = document.getElementById(id);
  if (place) place.innerHTML = html;
}

/** @param {MessageEvent} event */
async function hear(event) {
  const news = JSON.parse(event.data);
  const before = board?.dataset ?? {};
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
  const count = document.getElementById("count");
  if (count) count.textContent = `${news.records} of ${news.planned} matches played`;
  show("latest", news.latest);
  if (news.made === made) return;
  made = news.made;
  await load();
}

// A browser has six connections for a site, so a page that nobody sees leaves them to others.
function listen() {
  source?.close();
  if (document.hidden) return;
  source = new EventSource(board?.dataset.events ?? "");
  source.addEventListener("news", hear);
  source.addEventListener("state", hear);
  source.addEventListener("gone", () => source?.close());
}

if (board && lines && form) {
  // Without filters on the server, as they are done here.
  const button = form.querySelector("button");
  if (button) button.hidden = true;
  if (location.search) await load();
  else ranked = [...lines.rows];
  arrange();
  form.addEventListener("input", () => {
    arrange();
    keepAddress(form);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  board.querySelector("thead")?.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.dataset.sort === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    sort = link.dataset.sort;
    greatest = link.dataset.greatest === "1";
    arrange();
    keepAddress(form);
  });
}
if (board && (board.dataset.state !== "over" || board.dataset.released !== "-1")) {
  listen();
  document.addEventListener("visibilitychange", listen);
}
