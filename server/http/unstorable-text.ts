/**
 * JavaScript has text that PostgreSQL cannot store: the character NUL, and halves of characters outside of the first plane
 * that stand alone. Nobody types either; the one comes with what was pasted, the other with what was cut.
 */
const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const mended = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Of an address: what its parameters, or its query, came to. */
export const holdsUnstorable = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.values(values).flat().some(isText);

const isText = (value: unknown): boolean => typeof value === 'string' && isUnstorable(value);

/** Takes NUL out of every text in a body and replaces half characters, in place, however deep the body is. */
export function mendTexts(body: unknown): void {
  const waiting = [body];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || ArrayBuffer.isView(next)) continue;
    const values = next as Record<string, unknown>;
    for (const [key, value] of Object.entries(values)) {
      if (typeof value !== 'string') waiting.push(value);
      else if (isUnstorable(value)) values[key] = mended(value);
    }
  }
}
