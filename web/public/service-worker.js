// Caches no board data, because the cache is not encrypted. The name ends in a digest of the cached files.
const cacheName = 'dais-3d9b43b3';
const offlinePage = '/offline.html';
// File names contain a hash, so that files of two builds do not collide.
const shellCache = 'dais-shell';
const [shellPage, shellList] = ['/offline', '/shell.json'];
const kept = [offlinePage, '/plain-page.css', '/offline.js', '/favicon.svg'];

self.addEventListener('install', (event) => {
  // Browsers that support static routes handle these requests without starting the worker.
  const route = (pathname, source) => ({
    condition: { urlPattern: new URLPattern({ pathname, baseURL: self.location.origin }) },
    source,
  });
  // The browser loads files that are missing from the cache over the network.
  event.addRoutes?.([
    route('/assets/*', { cacheName: shellCache }),
    route('/pdfjs/*', { cacheName: shellCache }),
    route('/ajax/*', 'network'),
  ]);
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOtherCaches(), askAhead()]).then(() => self.clients.claim()));
});

async function dropOtherCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![cacheName, shellCache].includes(name)).map((name) => caches.delete(name)));
}

/** Lets the browser fetch a page while the worker starts. */
async function askAhead() {
  try {
    await self.registration.navigationPreload?.enable();
  } catch (cause) {
    console.warn('Pages are not fetched while the service worker starts', cause);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.destination === 'document') event.respondWith(page(event).catch(() => withoutConnection(request.url)));
  else if (/^\/(assets|pdfjs)\//.test(pathname)) event.respondWith(shellFile(request));
  else if (kept.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
});

self.addEventListener('message', (event) => {
  if (event.data === 'keep-shell') event.waitUntil(keepShell());
  if (event.data === 'drop-shell') event.waitUntil(caches.delete(shellCache));
});

let keeping;

/** Caches the page after its files, so that the page finds all of them. */
function keepShell() {
  keeping ??= updateShell()
    .catch((cause) => console.warn('The offline page could not be cached', cause))
    .finally(() => {
      keeping = undefined;
    });
  return keeping;
}

async function updateShell() {
  const cache = await caches.open(shellCache);
  const listed = async (answer) => (answer === undefined ? { build: '', files: [] } : answer.json());
  const before = await listed(await cache.match(shellList));
  const now = await listed(await fetch(shellList, { cache: 'no-cache' }));
  if (now.build === before.build) return;
  const has = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(now.files.filter((file) => !has.has(file)));
  const answer = await fetch(shellPage, { cache: 'no-cache' });
  // The server may have been updated in the meantime.
  if (!answer.ok || !(await answer.clone().text()).includes(now.build)) throw new Error('The build has changed.');
  await cache.put(shellPage, answer);
  await cache.put(shellList, new Response(JSON.stringify(now)));
  // Tabs with the previous build still load its files from the cache.
  const needed = new Set([shellPage, shellList, ...now.files, ...before.files]);
  for (const key of await cache.keys()) if (!needed.has(new URL(key.url).pathname)) await cache.delete(key);
}

async function shellFile(request) {
  const cached = await caches.match(request, { cacheName: shellCache });
  return cached ?? fetch(request);
}

/** If papers are stored on this device, redirects every page to them. */
async function withoutConnection(address) {
  const shell = await caches.match(shellPage, { cacheName: shellCache });
  if (shell === undefined) return caches.match(offlinePage);
  const { pathname, search } = new URL(address);
  if (pathname === shellPage) return shell;
  return Response.redirect(`${shellPage}?next=${encodeURIComponent(pathname + search)}`);
}

async function page({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}
