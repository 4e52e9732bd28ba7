/* Without a network (UX-1505): rule pages that were read on this device open again, and every other page says what is missing.
   A service worker, served as /offline.js. It keeps what anybody would be shown, asked for without a cookie: no name, no table. */

const CACHE = "offline-1", PAGE = "/offline/", DAY_MS = 86400000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { credentials: "omit" }))));
});
addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, request, url));
  else if (url.pathname.startsWith("/static/") && !navigator.onLine) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

async function page(event, request, url) {
  const isRules = /^\/[a-z]{2}\/rules\//.test(url.pathname) && !url.search;
  try {
    const answer = await fetch(request);
    if (isRules && answer.ok) event.waitUntil(keep(url.pathname).catch(() => {}));
    return answer;
  } catch {
    return (isRules && await caches.match(url.pathname)) || await caches.match(PAGE) || Response.error();
  }
}

/* The page and what it is drawn with, once a day. */
async function keep(path) {
  const cache = await caches.open(CACHE), old = await cache.match(path);
  if (old && Date.now() - Date.parse(old.headers.get("Date")) < DAY_MS) return;
  const answer = await fetch(path, { credentials: "omit" });
  if (!answer.ok || answer.redirected || !answer.headers.get("Content-Type")?.startsWith("text/html")) return;
  const files = [...(await answer.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)"/g)].map((found) => found[1]);
  for (const file of new Set(files)) if (!await cache.match(file)) await cache.add(file);
  await cache.put(path, answer);
}
