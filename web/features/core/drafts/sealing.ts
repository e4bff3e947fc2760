import type { MarksKey } from './marks-key.ts';

/** By AES-256-GCM. A nonce is never used twice. */
export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

export async function seal(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  return { nonce, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes) };
}

/** `isByPrevious`: the key before the server's secret was changed, which the server gives for a while only. Throws when neither key opens it. */
export async function openSealed(
  { key, previousKey }: Pick<MarksKey, 'key' | 'previousKey'>,
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
