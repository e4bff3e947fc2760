// Caches a page without content for use without a connection. Built files are left to the browser's own cache, which is
// faster. Pages, calls and documents are never cached, so that nothing of a board stays on the device.
// The name ends in a digest of the cached files, so that devices cache them again when they change.
const cacheName = 'dais-3d9b43b3';
const offlinePage = '/offline.html';
const kept = [offlinePage, '/plain-page.css', '/offline.js', '/favicon.svg'];

self.addEventListener('install', (event) => {
  // The worker need not run for these, in browsers that support it.
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
    // Pages are then fetched once the worker runs.
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
