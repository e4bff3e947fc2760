import pg from 'pg';

/** Of one connection: each keeps its plans in PostgreSQL's memory, about 50 KB a statement. */
const preparedMax = 300;
/** Texts that are remembered to see whether they come again. */
const textsMax = 3_000;
/** Rows to insert have a text of their own for every count; the long ones hardly come again. */
const valuesMax = 40;
/** A new connection begins without what is not asked for any more. */
export const connectionSecondsMax = 3_600;

/** Null: seen once. The numbers never come again, so that no name stands for two texts. */
const names = new Map<string, string | null>();
let named = 0;

/**
 * A connection on which a statement that comes again is prepared under a name, so that PostgreSQL parses, rewrites and plans it
 * once and not for every call: with row-level security that is most of the work.
 */
export class PreparingClient extends pg.Client {
  readonly #prepared = new Set<string>();

  // biome-ignore lint/suspicious/noExplicitAny: stands for all of the driver's overloads.
  override query(...given: any[]): any {
    const [text, values] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? this.#nameOf(text, values) : null;
    return Reflect.apply(super.query, this, name === null ? given : [{ name, text, values }, ...given.slice(2)]);
  }

  #nameOf(text: string, values: readonly unknown[]): string | null {
    // What takes nothing is begin, commit and the like. A star means other columns after a migration, which a plan refuses.
    if (values.length === 0 || values.length > valuesMax || hasStar.test(text)) return null;
    const name = nameOfText(text);
    if (name === null || this.#prepared.has(name)) return name;
    if (this.#prepared.size >= preparedMax) return null;
    this.#prepared.add(name);
    return name;
  }
}

const hasStar = /(select|returning|,|\.)\s*\*/i;

function nameOfText(text: string): string | null {
  const known = names.get(text);
  if (typeof known === 'string') return known;
  if (known === undefined && names.size >= textsMax) forgetSingleTexts();
  named += known === null ? 1 : 0;
  const name = known === null ? `dais_${named}` : null;
  names.set(text, name);
  return name;
}

/** What came once makes room; whatever has a name keeps it, since every connection knows its statements by them. */
function forgetSingleTexts(): void {
  for (const [text, name] of names) if (name === null) names.delete(text);
}
