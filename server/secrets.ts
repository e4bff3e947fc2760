import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Everything that is derived from SECRET_KEY. Each use has a key of its own, so that none can stand in for another. */
export interface Secrets {
  /** HMAC-SHA-256, 32 bytes. */
  derive(purpose: string, value: string): Buffer;
  /** Encrypts what must wait in the database (AES-256-GCM; nonce, tag, bytes). */
  seal(purpose: string, value: string): Buffer;
  /** Throws when the bytes were not sealed here for this purpose. */
  unseal(purpose: string, sealed: Buffer): string;
}

export function createSecrets(secretKey: string): Secrets {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', secretKey, 'dais', purpose, 32));
    keys.set(purpose, made);
    return made;
  };
  return {
    derive: (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value).digest(),
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

/** 256 random bits as base64url: invitations, sessions, set-up. Kept only as `hashToken`. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256, 32 bytes: what the database keeps of a secret address or token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Compares without telling by its time where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const a = createHash('sha256').update(left).digest();
  const b = createHash('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}
