// Keeps a page without content for when there is no connection. Built files, whose names carry a hash of their content, are
// left to the browser's own cache, which is faster; a navigation's answer, a call and a document are never kept: nothing of
// a board stays on the device.
// Ends in a digest of what is kept, so that devices keep it anew when it changes.
const cacheName = 'dais-c3066e59';
const offlinePage = '/offline.html';
const kept = [offlinePage, '/plain-page.css', '/offline.js', '/favicon.svg'];

self.addEventListener('install', (event) => {
  // Where browsers can be told so, the worker need not run for these.
  event.addRoutes?.(
    ['/assets/*', '/ajax/*', '/pdfjs/*'].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname, baseURL: self.location.origin }) },
      source: 'network',
    })),
  );
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOtherCaches(), askAhead()]).then(() => self.clients.claim()));
});

async function dropOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** A page is fetched while the worker starts. */
async function askAhead() {
  try {
    await self.registration.navigationPreload?.enable();
  } catch (cause) {
    // Pages are then fetched once the worker runs; it still takes over those that are open.
    console.warn('Pages are not fetched while the service worker starts', cause);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.destination === 'document') event.respondWith(page(event).catch(() => caches.match(offlinePage)));
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

async function page({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}
