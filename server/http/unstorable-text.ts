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

/**
 * False for nearly every body, so that it need not be walked: JSON writes NUL as an escape, and half characters too, since bytes that are
 * no UTF-8 were replaced when it was read.
 */
export const mayHoldUnstorable = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

/** Takes NUL out of every text in a body and replaces half characters, in place, however deep the body is. */
export function mendTexts(body: unknown): void {
  const waiting = [body];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) {
      for (let index = 0; index < next.length; index += 1) next[index] = mendedOrQueued(next[index], waiting);
    } else if (typeof next === 'object' && next !== null) {
      const values = next as Record<string, unknown>;
      for (const key of Object.keys(values)) values[key] = mendedOrQueued(values[key], waiting);
    }
  }
}

function mendedOrQueued(value: unknown, waiting: unknown[]): unknown {
  if (typeof value === 'string') return isUnstorable(value) ? mended(value) : value;
  if (typeof value === 'object' && value !== null) waiting.push(value);
  return value;
}
