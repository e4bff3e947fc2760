/**
 * Search params are plain text, as the specification's addresses are (`?document=…`, `?downloadIcs`): the router's own way
 * would read `?token=123` as a number and put quotes around texts.
 */
export type RawSearch = Readonly<Record<string, unknown>>;

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: RawSearch): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parts.set(name, String(value));
  }
  return parts.size === 0 ? '' : `?${parts}`;
}

/** The named params that are there, each as text. */
export function textParams<Name extends string>(
  search: RawSearch,
  ...names: readonly Name[]
): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}
