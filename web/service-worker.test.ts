import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

test('the service worker takes over open pages where preloading of navigations is refused', async () => {
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
  runInContext(readFileSync(new URL('public/service-worker.js', import.meta.url), 'utf8'), createContext(globals));
  await new Promise<void>((resolve, reject) => {
    listeners.get('activate')?.({ waitUntil: (work: Promise<void>) => work.then(resolve, reject) });
  });
  expect(claim).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
});
