export const kinds = [
  'predicate',
  'visibility',
  'guard',
  'authorize',
  'load',
  'limit',
  'endpoint',
  'policy',
  'gate',
  'control',
] as const;
export type Kind = (typeof kinds)[number];

export interface Mutant {
  readonly name: string;
  readonly kind: Kind;
  readonly where: string;
  readonly change: Change;
  readonly test?: string;
}

/**
 * - `source`: activates the mutation with this index in the instrumented sources
 * - `sql`: SQL with which a superuser applies and undoes the mutation
 * - `endpoint`: replaces some properties of an endpoint
 * - `text`: replaces the text of a source file, which must then be loaded again
 */
export type Change =
  | { readonly by: 'source'; readonly index: number }
  | { readonly by: 'sql'; readonly apply: string; readonly undo: string }
  | { readonly by: 'endpoint'; readonly endpoint: string; readonly set: Readonly<Record<string, unknown>> }
  | { readonly by: 'text'; readonly file: string; readonly text: string };

export const fileOf = ({ where }: Mutant): string => where.split(':')[0] ?? '';

/** Visibility conditions are compiled to SQL only once, so their mutants require freshly loaded modules. */
export const isInSql = (mutant: Mutant): boolean => fileOf(mutant).endsWith('/visibility.ts');
