import { createStore } from '#web/store.ts';
import type { RemoteVault } from './vault.ts';
import type { VaultMessage, VaultRequest } from './vault-worker.ts';

export const isVaultOpen = createStore(false);

let worker: Worker | undefined;
let count = 0;
const waiting = new Map<number, PromiseWithResolvers<unknown>>();

function startWorker(): Worker {
  const started = new Worker(new URL('./vault-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<VaultMessage>) => {
    if (data.kind === 'locked') return isVaultOpen.set(false);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'answer') asked?.resolve(data.value);
    else asked?.reject(Object.assign(new Error(data.message), { name: data.name }));
  });
  started.addEventListener('error', (event) => {
    worker = undefined;
    isVaultOpen.set(false);
    for (const asked of waiting.values()) asked.reject(new Error(event.message));
    waiting.clear();
  });
  return started;
}

function ask(name: keyof RemoteVault, given: readonly unknown[]): Promise<unknown> {
  worker ??= startWorker();
  count += 1;
  const asked = Promise.withResolvers<unknown>();
  waiting.set(count, asked);
  worker.postMessage({ id: count, name, given } satisfies VaultRequest);
  return asked.promise;
}

export const remoteVault = new Proxy({} as RemoteVault, {
  get:
    (_, name) =>
    (...given: readonly unknown[]) =>
      ask(name as keyof RemoteVault, given),
});
