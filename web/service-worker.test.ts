import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const readPublic = (path: string): Buffer => readFileSync(new URL(`public${path}`, import.meta.url));

/** Runs the service worker. The returned function resolves when the worker has handled the event. */
function startWorker(globals: { readonly self?: object } & Record<string, unknown>) {
  const listeners = new Map<string, (event: object) => void>();
  const addEventListener = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
  const context = createContext({ ...globals, self: { addEventListener, ...globals.self } });
  runInContext(readPublic('/service-worker.js').toString(), context);
  return (type: string, data?: string) =>
    new Promise<void>((resolve, reject) => {
      listeners.get(type)?.({ data, waitUntil: (work: Promise<void>) => work.then(resolve, reject) });
    });
}

test('the service worker takes over open pages even if navigation preload fails', async () => {
  const claim = vi.fn();
  const warn = vi.fn();
  const enable = () => Promise.reject(new Error('refused'));
  const dispatch = startWorker({
    self: { registration: { navigationPreload: { enable } }, clients: { claim } },
    caches: { keys: async () => [] },
    console: { warn },
  });
  await dispatch('activate');
  expect(claim).toHaveBeenCalledOnce();
  expect(warn).toHaveBeenCalledOnce();
});

test('the name of the service worker’s cache contains a hash of its files', () => {
  const worker = readPublic('/service-worker.js').toString();
  const kept = worker.match(/'\/[a-z-]+\.(?:html|css|js|svg)'/g)?.map((path) => path.slice(1, -1)) ?? [];
  expect(kept).toContain('/offline.html');
  const digest = createHash('sha256');
  for (const path of new Set(kept)) digest.update(readPublic(path));
  expect(/cacheName = 'dais-(.*)'/.exec(worker)?.[1]).toBe(digest.digest('hex').slice(0, 8));
});

test('an update caches the new build’s files and preserves the previous build’s files for open tabs', async () => {
  const stored = new Map<string, Response>();
  const pathOf = (key: string | { readonly url: string }) =>
    new URL(typeof key === 'string' ? key : key.url, 'https://dais.example').pathname;
  let build = { build: 'one', files: ['/assets/shared.js', '/assets/one.js'] };
  const fetched: string[] = [];
  const answers: Readonly<Record<string, () => string>> = {
    '/shell.json': () => JSON.stringify(build),
    '/offline': () => `<meta name="build" content="${build.build}">`,
  };
  const fetchFile = async (path: string) => {
    fetched.push(path);
    return new Response(answers[path]?.() ?? path);
  };
  const cache = {
    match: async (key: string) => stored.get(pathOf(key))?.clone(),
    keys: async () => [...stored.keys()].map((path) => ({ url: `https://dais.example${path}` })),
    put: async (key: string, answer: Response) => void stored.set(pathOf(key), answer),
    delete: async (key: { readonly url: string }) => stored.delete(pathOf(key)),
    addAll: async (paths: readonly string[]) => {
      for (const path of paths) stored.set(path, await fetchFile(path));
    },
  };
  const dispatch = startWorker({ caches: { open: async () => cache }, fetch: fetchFile, Response, URL, console });
  const update = () => dispatch('message', 'keep-shell');
  await update();
  build = { build: 'two', files: ['/assets/shared.js', '/assets/two.js'] };
  await update();
  const common = ['/offline', '/shell.json', '/assets/shared.js'];
  expect([...stored.keys()].toSorted()).toEqual([...common, '/assets/one.js', '/assets/two.js'].toSorted());
  expect(fetched.filter((path) => path === '/assets/shared.js')).toHaveLength(1);
  build = { build: 'three', files: ['/assets/shared.js', '/assets/three.js'] };
  await update();
  expect([...stored.keys()].toSorted()).toEqual([...common, '/assets/two.js', '/assets/three.js'].toSorted());
  await update();
  expect(await stored.get('/offline')?.clone().text()).toContain('three');
});
