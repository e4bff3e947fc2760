/// <reference lib="webworker" />
import { openDB } from 'idb';
import { openVaultDatabase } from './database.ts';
import { keyOfPasscode } from './sealing.ts';
import { createVault, type RemoteVault } from './vault.ts';

export interface VaultRequest {
  readonly id: number;
  readonly name: keyof RemoteVault;
  readonly given: readonly unknown[];
}

export type VaultMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly name: string; readonly message: string }
  | { readonly kind: 'locked' };

declare const self: DedicatedWorkerGlobalScope;
const send = (message: VaultMessage): void => self.postMessage(message);

/** Uses the database name from core/drafts/unsent-stores.ts. Record keys begin with the user's id. */
async function wipeMarks(userId: string): Promise<void> {
  const database = await openDB('dais-waiting-marks', 1, {
    upgrade: (created) => void created.createObjectStore('marks', { keyPath: 'key' }),
  });
  await database.delete('marks', IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`));
  database.close();
}

const vault = openVaultDatabase().then((database) =>
  createVault({
    database,
    now: () => Date.now(),
    derive: keyOfPasscode,
    // Bypasses the HTTP cache, which would write decrypted bytes to disk.
    fetchFile: (url, signal) => fetch(url, { cache: 'no-store', credentials: 'same-origin', signal }),
    wipeMarks,
    onLock: () => send({ kind: 'locked' }),
  }),
);

self.addEventListener('message', async ({ data: { id, name, given } }: MessageEvent<VaultRequest>) => {
  try {
    const work = (await vault)[name] as (...all: readonly unknown[]) => unknown;
    send({ kind: 'answer', id, value: await work(...given) });
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'error', id, name: kind, message });
  }
});
