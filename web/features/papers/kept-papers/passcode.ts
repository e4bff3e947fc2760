import { wordlist } from '@scure/bip39/wordlists/english.js';
import { isShortPasscode } from './vault/passcode-rule.ts';

const wordsCount = 4;

/** Returns four words chosen at random from a list of 2,048, which gives 44 bits of entropy. */
export function proposePasscode(): string {
  const numbers = crypto.getRandomValues(new Uint16Array(wordsCount));
  return [...numbers].map((number) => wordlist[number % wordlist.length]).join(' ');
}

export function passcodeProblem(passcode: string, allowsSixDigits: boolean): string | null {
  if (allowsSixDigits && /^\d{6,}$/.test(passcode)) return null;
  if (!isShortPasscode(passcode)) return null;
  return allowsSixDigits
    ? 'Use at least 12 characters, or a number with at least six digits.'
    : 'Use at least 12 characters, such as four words.';
}
