import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const readPublic = (path: string): Buffer => readFileSync(new URL(`public${path}`, import.meta.url));

test('the service worker takes over open pages even if navigation preload fails', async () => {
  const listeners = new Map<string, (event: object) => void>();
  const claim = vi.fn();
  const warn = vi.fn();
  const enable = () => Promise.reject(new Error('refused'));
  const globals = {
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      registration: { navigationPreload: { enable } },
      clients: { claim },
    },
    caches: { keys: async () => [] },
    console: { warn },
  };
  runInContext(readPublic('/service-worker.js').toString(), createContext(globals));
  await new Promise<void>((resolve, reject) => {
    listeners.get('activate')?.({ waitUntil: (work: Promise<void>) => work.then(resolve, reject) });
  });
  expect(claim).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
});

test('the cache of the service worker is named by the hash of its files', () => {
  const worker = readPublic('/service-worker.js').toString();
  const kept = worker.match(/'\/[a-z-]+\.(?:html|css|js|svg)'/g)?.map((path) => path.slice(1, -1)) ?? [];
  expect(kept).toContain('/offline.html');
  const digest = createHash('sha256');
  for (const path of new Set(kept)) digest.update(readPublic(path));
  expect(/cacheName = 'dais-(.*)'/.exec(worker)?.[1]).toBe(digest.digest('hex').slice(0, 8));
});
