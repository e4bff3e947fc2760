/** Words of every board portal, which whoever guesses at one tries first; parts of a word count as well. */
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

/** A shorter word says too little: whose name is Ann may use `mountain`. */
const wordCharactersMin = 4;
/** What must be left of a password once such words are taken out of it. */
const ownCharactersMin = 6;

/**
 * Whether a password is little more than words that anybody may know who knows whose it is: the product's, the board's and
 * the user's own names, the parts of their address, and the words above. `known`: those names, as they stand.
 */
export function isGuessablePassword(password: string, known: readonly string[]): boolean {
  const words = new Set<string>(wordsOfPortals);
  for (const name of known) {
    for (const word of plain(name).split(/[^\p{L}\p{N}]+/u)) if (word.length >= wordCharactersMin) words.add(word);
  }
  let left = plain(password);
  // The longest first: what is left of a long word by a short one would count as the user's own.
  for (const word of [...words].toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ');
  return left.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ownCharactersMin && left !== plain(password);
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Specification 5 and 9: exactly six digits. */
export const oneTimeCodeDigits = 6;

/** What the six inputs keep of what was typed or pasted ('123 456', '123-456'): digits only, at most six. */
export function oneTimeCodeInput(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, oneTimeCodeDigits);
}

export function isOneTimeCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/** Recovery codes are free text; blanks around a pasted one are not part of it. `null` when nothing was entered. */
export function recoveryCodeInput(text: string): string | null {
  const code = text.trim();
  return code === '' ? null : code;
}
