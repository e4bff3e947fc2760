import { argon2id } from 'hash-wasm';

/** Bytes of plaintext per chunk. The last chunk may be shorter. */
export const chunkBytes = 1_048_576;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Content encrypted with its own key. Only the owner's private key can decrypt that key. */
export interface Box {
  readonly key: ArrayBuffer;
  readonly nonce: Bytes;
  readonly sealed: ArrayBuffer;
}

export interface LockedKey {
  readonly salt: Bytes;
  readonly nonce: Bytes;
  readonly sealed: ArrayBuffer;
}

const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;
const gcm = (iv: Bytes, about: About) => ({ name: 'AES-GCM', iv, additionalData: bytesOf(about) }) as const;

/** Additional authenticated data, so that encrypted content cannot be swapped for other content. */
type About = readonly (string | number)[];
const bytesOf = (about: About): Bytes => new TextEncoder().encode(JSON.stringify(about));
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

/** Argon2id with 64 MiB and 3 passes. */
export async function keyOfPasscode(passcode: string, salt: Bytes): Promise<CryptoKey> {
  const options = { parallelism: 1, iterations: 3, memorySize: 65_536, hashLength: 32, outputType: 'binary' } as const;
  const derived = await argon2id({ password: passcode.normalize('NFKC'), salt, ...options });
  return crypto.subtle.importKey('raw', new Uint8Array(derived), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

export type DeriveKey = typeof keyOfPasscode;

interface WithPasscode {
  readonly passcode: string;
  readonly derive: DeriveKey;
}

/** The public key encrypts new papers while the private key is locked. */
export async function createKeys(userId: string, { passcode, derive }: WithPasscode) {
  const parameters = { ...rsa, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(parameters, true, ['encrypt', 'decrypt']);
  const privateKey = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  const [salt, nonce] = [random(16), random(12)];
  const sealed = await crypto.subtle.encrypt(gcm(nonce, ['key', userId]), await derive(passcode, salt), privateKey);
  return {
    publicKey: await crypto.subtle.exportKey('spki', pair.publicKey),
    locked: { salt, nonce, sealed } satisfies LockedKey,
  };
}

/** Returns null for a wrong passcode. */
export async function unlockKey(
  userId: string,
  { salt, nonce, sealed }: LockedKey,
  { passcode, derive }: WithPasscode,
): Promise<CryptoKey | null> {
  const key = await derive(passcode, salt);
  let privateKey: ArrayBuffer;
  try {
    privateKey = await crypto.subtle.decrypt(gcm(nonce, ['key', userId]), key, sealed);
  } catch {
    return null;
  }
  return crypto.subtle.importKey('pkcs8', privateKey, rsa, false, ['decrypt']);
}

export const publicKeyOf = (spki: ArrayBuffer): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', spki, rsa, false, ['encrypt']);

const importKey = (raw: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);

export const importBase64 = (text: string): Promise<CryptoKey> =>
  importKey(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));

export async function createFileKey() {
  const raw = random(32);
  return { raw, key: await importKey(raw) };
}

/** Authenticates `about`, so that the key opens only the file that `about` describes. */
export const wrapFileKey = (publicKey: CryptoKey, raw: Bytes, about: About): Promise<ArrayBuffer> =>
  crypto.subtle.encrypt({ ...rsa, label: bytesOf(about) }, publicKey, raw);

export async function openFileKey(privateKey: CryptoKey, wrapped: ArrayBuffer, about: About): Promise<CryptoKey> {
  return importKey(await crypto.subtle.decrypt({ ...rsa, label: bytesOf(about) }, privateKey, wrapped));
}

export async function sealBox(publicKey: CryptoKey, content: unknown, about: About): Promise<Box> {
  const { raw, key } = await createFileKey();
  const nonce = random(12);
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const sealed = await crypto.subtle.encrypt(gcm(nonce, about), key, plain);
  return { key: await wrapFileKey(publicKey, raw, about), nonce, sealed };
}

export async function openBox<Content>(privateKey: CryptoKey, box: Box, about: About): Promise<Content> {
  const key = await openFileKey(privateKey, box.key, about);
  const plain = await crypto.subtle.decrypt(gcm(box.nonce, about), key, box.sealed);
  return JSON.parse(new TextDecoder().decode(plain)) as Content;
}

/** Each file has its own key and each chunk is encrypted once, so the chunk's number can be the nonce. */
function chunkCipher(version: About, index: number) {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setUint32(8, index);
  return gcm(nonce, ['chunk', ...version, index]);
}

export interface ChunkOf {
  readonly version: About;
  readonly index: number;
}

export const sealChunk = (key: CryptoKey, plain: Bytes, { version, index }: ChunkOf): Promise<ArrayBuffer> =>
  crypto.subtle.encrypt(chunkCipher(version, index), key, plain);

/** Throws unless the bytes belong to this chunk of this version. */
export async function openChunk(key: CryptoKey, sealed: ArrayBuffer, { version, index }: ChunkOf): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt(chunkCipher(version, index), key, sealed));
}
