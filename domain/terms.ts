/** Terms of office, as a board's position fields have them. */
interface Field {
  readonly filled_by: 'member' | 'admin';
  readonly kind: string;
  readonly name: string;
}

const namesOfStart = /\b(starts?|began|begins?|from|since|elected|appointed)\b/i;
const namesOfEnd = /\b(ends?|ending|until|expires?|expiry|to)\b/i;

/**
 * The position fields of days that say when a term begins and ends: 'Term start' and 'Term end', which every board has at
 * first, else the first whose name speaks of it.
 */
export function termFields<F extends Field>(
  fields: readonly F[],
): { readonly start: F | null; readonly end: F | null } {
  const days = fields.filter(({ filled_by: by, kind }) => by === 'admin' && kind === 'date');
  const named = (name: string, words: RegExp): F | null =>
    days.find((field) => field.name.toLowerCase() === name) ?? days.find((field) => words.test(field.name)) ?? null;
  return { start: named('term start', namesOfStart), end: named('term end', namesOfEnd) };
}

/** Whether a term has ended or does so by a day, all of them `yyyy-MM-dd`. */
export const endsWithin = (termEnd: string | null, day: string): boolean => termEnd !== null && termEnd <= day;
