/**
 * Text that a person typed, made harmless for a message: whole code points, line ends as \n, no control characters, and
 * none of the marks that turn the direction of whatever follows them (U+202A–202E, U+2066–2069). Letters, emoji with
 * their joiners and the plain direction marks stay.
 */
export function inertText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

/** The same on one line, cut to a number of characters: for headers, labels and titles. */
export function singleLine(text: string, charactersMax: number): string {
  const line = inertText(text)
    .replace(/[\s\n]+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'webcal:']);

/** The address in its normal spelling if a mail may link to it, else null: the reader then gets the words alone. */
export function linkAddress(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && linkProtocols.has(url.protocol) ? url.href : null;
}
