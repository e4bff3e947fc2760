import { getAnnotationsKey } from '#contract/reading.ts';
import { call } from '#web/api/call.ts';

export interface SealingKeys {
  readonly userId: string;
  /** A non-extractable AES-256-GCM key. */
  readonly key: CryptoKey;
  /** The key derived from the server's previous secret. Null if the server does not accept a previous secret. */
  readonly previousKey: CryptoKey | null;
}

let keys: Promise<SealingKeys> | undefined;
let deviceKeys: (() => Promise<SealingKeys>) | null = null;

export function takeKeysFrom(source: () => Promise<SealingKeys>): void {
  deviceKeys = source;
}

export function sealingKeys(): Promise<SealingKeys> {
  if (deviceKeys !== null) return deviceKeys();
  keys ??= loadKeys().catch((cause: unknown) => {
    // Cleared, so that the next call retries.
    keys = undefined;
    throw cause;
  });
  return keys;
}

/** Returns false if another user has signed in from another tab. */
export async function isOwnSession(): Promise<boolean> {
  const { user_id: userId } = await call(getAnnotationsKey);
  return userId === (await sealingKeys()).userId;
}

async function loadKeys(): Promise<SealingKeys> {
  const { user_id: userId, key, previous_key: previous } = await call(getAnnotationsKey);
  return {
    userId,
    key: await importKey(key, ['encrypt', 'decrypt']),
    previousKey: previous ? await importKey(previous, ['decrypt']) : null,
  };
}

function importKey(base64: string, usages: KeyUsage[]): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', toBytes(base64), 'AES-GCM', false, usages);
}

export function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

export async function seal(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  return { nonce, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes) };
}

/** Throws if neither key decrypts the data. `isByPrevious` is true if only the previous key did. */
export async function openSealed(
  { key, previousKey }: Pick<SealingKeys, 'key' | 'previousKey'>,
  { nonce, sealed }: Sealed,
): Promise<{ readonly bytes: ArrayBuffer; readonly isByPrevious: boolean }> {
  const decrypt = (by: CryptoKey) => crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, by, sealed);
  try {
    return { bytes: await decrypt(key), isByPrevious: false };
  } catch (cause) {
    if (previousKey === null) throw cause;
    return { bytes: await decrypt(previousKey), isByPrevious: true };
  }
}
