export type RawSearch = Readonly<Record<string, unknown>>;

/** Returns text only, because the router's default would parse `?token=123` as a number. */
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
