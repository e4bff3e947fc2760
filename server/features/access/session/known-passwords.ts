import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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
