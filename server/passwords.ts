import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { isGuessablePassword } from '#domain/credentials.ts';
import { passwordMessages } from '#domain/messages/sign-in.ts';
import { invalid } from './errors.ts';

/** Of each password's SHA-256 the first bytes, in order: of 2^40 places some 56,000 are taken, so that hardly ever another's is. */
export const markBytes = 5;
export const knownPasswordsFile = new URL('known-passwords.bin', import.meta.url);

/** 281 KB, read with the server's code: whoever sets a password should not wait for a disk. */
const marks = readFileSync(knownPasswordsFile);

/**
 * Whether a password, in whatever case, is one of those that were found most often in what others lost.
 */
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

/** Argon2id; memory in KiB. OWASP's password storage cheat sheet, second of its equal choices. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let nobody: Promise<string> | null = null;

/** Takes the same time whether there is an account or not: without one, a hash of nothing is checked. */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await nobody), password);
  return passwordHash !== null && matches;
}

/**
 * Refuses, under the field `password`, what whoever guesses tries first (ASVS 6.2.4, 6.2.11, 6.2.12). To be asked wherever a
 * password is set. `known`: the names of the product, the board and the user.
 */
export function refuseEasyPassword(password: string, known: readonly string[]): void {
  if (isKnownPassword(password)) throw invalid({ password: passwordMessages.known });
  if (isGuessablePassword(password, known)) throw invalid({ password: passwordMessages.guessable });
}
