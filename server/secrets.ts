import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export interface Secrets {
  /** Returns 32 bytes of HMAC-SHA-256. */
  derive(purpose: string, value: string): Buffer;
  /** Includes the value for the previous key while that key is accepted. */
  derivations(purpose: string, value: string): readonly Buffer[];
  /** Encrypts with AES-256-GCM. Returns nonce, tag and ciphertext. */
  seal(purpose: string, value: string): Buffer;
  /** Throws if the value was sealed for another purpose or with another key. */
  unseal(purpose: string, sealed: Buffer): string;
}

/** `previousKey` is used only to decrypt and verify. */
export function createSecrets(secretKey: string, previousKey: string | null = null): Secrets {
  const present = secretsOf(secretKey);
  if (previousKey === null) return present;
  const previous = secretsOf(previousKey);
  return {
    ...present,
    derivations: (purpose, value) => [present.derive(purpose, value), previous.derive(purpose, value)],
    unseal(purpose, sealed) {
      try {
        return present.unseal(purpose, sealed);
      } catch {
        return previous.unseal(purpose, sealed);
      }
    },
  };
}

function secretsOf(secretKey: string): Secrets {
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known) return known;
    const made = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'dais', purpose, 32)));
    keys.set(purpose, made);
    return made;
  };
  const derive: Secrets['derive'] = (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value).digest();
  return {
    derive,
    derivations: (purpose, value) => [derive(purpose, value)],
    seal: (purpose, value) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce);
      const bytes = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
    },
    unseal: (purpose, sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Returns 32 bytes. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Compares in constant time. */
export function sameText(left: string, right: string): boolean {
  const a = createHash('sha256').update(left).digest();
  const b = createHash('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}
