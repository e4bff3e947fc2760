/** Attackers try these words first on a board portal. */
const wordsOfPortals = [
  'administrator',
  'agenda',
  'board',
  'boardroom',
  'chairman',
  'committee',
  'director',
  'meeting',
  'minutes',
  'password',
  'secretary',
  'treasurer',
  'welcome',
] as const;

/** Shorter names occur in too many ordinary words. For example, somebody named Ann may use `planning`. */
const wordCharactersMin = 4;
const ownCharactersMin = 6;

export function isGuessablePassword(password: string, known: readonly string[]): boolean {
  const words = new Set<string>(wordsOfPortals);
  for (const name of known) {
    for (const word of plain(name).split(/[^\p{L}\p{N}]+/u)) if (word.length >= wordCharactersMin) words.add(word);
  }
  let left = plain(password);
  // Longest first, because removing a shorter word first would leave part of a longer one.
  for (const word of [...words].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ');
  return left.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ownCharactersMin && left !== plain(password);
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const oneTimeCodeDigits = 6;

/** Also accepts pasted codes such as '123 456' and '123-456'. */
export function oneTimeCodeInput(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, oneTimeCodeDigits);
}

export function isOneTimeCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

export function recoveryCodeInput(text: string): string | null {
  const code = text.trim();
  return code === '' ? null : code;
}
