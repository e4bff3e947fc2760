// Keeps the built files, whose names carry a hash of their content, and a page without content for when there is no
// connection. Never a navigation's answer, never a call, never a document: nothing of a board stays on the device.
const cacheName = 'dais-1';
const offlinePage = '/offline.html';
const kept = [offlinePage, '/plain-page.css', '/offline.js', '/favicon.svg'];
/** Files of some builds; the oldest go. */
const assetsMax = 300;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOtherCaches().then(() => self.clients.claim()));
});

async function dropOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.destination === 'document') event.respondWith(fetch(request).catch(() => caches.match(offlinePage)));
  else if (pathname.startsWith('/assets/') && !request.headers.has('range')) event.respondWith(asset(event));
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

async function asset(event) {
  const cache = await caches.open(cacheName);
  const known = await cache.match(event.request);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(cache, event.request, answer.clone()));
  return answer;
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/'));
  await Promise.all(assets.slice(0, -assetsMax).map((old) => cache.delete(old)));
}
