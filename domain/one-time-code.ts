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
