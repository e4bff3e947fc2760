/** Maximum number of remembered statement texts. */
const textsMax = 3_000;
/** Inserts with more values than this are rarely repeated, so they are not prepared. */
const insertedValuesMax = 40;

/** The value is null after a text's first use, and false if the text must never be prepared. */
const names = new Map<string, string | null | false>();
let named = 0;

export function nameOfCompiled(text: string): string {
  const known = names.get(text);
  return typeof known === 'string' ? known : nameNew(text);
}

const hasStar = /(select|returning|,|\.)\s*\*/i;

/** Returns null for a statement that is new or rarely repeated. */
export function nameOfRepeated(text: string, values: readonly unknown[]): string | null {
  const known = names.get(text);
  if (typeof known === 'string') return known;
  if (known === false || (text.startsWith('insert ') && values.length > insertedValuesMax)) return null;
  if (known === null) return nameNew(text);
  if (names.size >= textsMax) forgetTexts();
  // A statement with a star is never prepared, because a migration may change its result columns.
  names.set(text, hasStar.test(text) ? false : null);
  return null;
}

function nameNew(text: string): string {
  named += 1;
  const name = `dais_${named}`;
  names.set(text, name);
  return name;
}

function forgetTexts(): void {
  for (const [text, name] of names) if (typeof name !== 'string') names.delete(text);
  if (names.size > textsMax / 2) names.clear();
}
