import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { isGuessablePassword } from '#domain/credentials.ts';
import { passwordMessages } from '#domain/messages/sign-in.ts';
import { invalid } from './errors.ts';

/** known-passwords.bin contains only this many bytes of each password's SHA-256. False positives are negligible. */
export const markBytes = 5;
export const knownPasswordsFile = new URL('known-passwords.bin', import.meta.url);

/** Reads the 281 KB at startup, so that setting a password need not wait for the file. */
const marks = readFileSync(knownPasswordsFile);

export function isKnownPassword(password: string): boolean {
  const mark = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, markBytes);
  let [low, high] = [0, marks.length / markBytes];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = marks.compare(mark, 0, markBytes, middle * markBytes, (middle + 1) * markBytes);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Argon2id with memory in KiB, as OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | null = null;

/** Checks a dummy hash if there is no usable one, so that the response time reveals nothing. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const own = passwordHash?.startsWith('$argon2') ? passwordHash : null;
  const matches = await verify(own ?? (await nobody), password);
  return own !== null && matches;
}

/** Implements ASVS 6.2.4, 6.2.11 and 6.2.12. Throws `invalid`. */
export function refuseEasyPassword(password: string, known: readonly string[]): void {
  if (isKnownPassword(password)) throw invalid({ password: passwordMessages.known });
  if (isGuessablePassword(password, known)) throw invalid({ password: passwordMessages.guessable });
}
