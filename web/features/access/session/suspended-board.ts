/** Which board the suspended page speaks of: the one of the address, else the current one, else the first suspended. */
export function suspendedBoard<T extends { readonly shortname: string; readonly suspended: boolean }>(known: {
  readonly boards: readonly T[];
  readonly current: T | null;
  readonly shortname: string | undefined;
}): T | null {
  const suspended = known.boards.filter((board) => board.suspended);
  const named = suspended.find((board) => board.shortname === known.shortname);
  if (named !== undefined) return named;
  return known.current?.suspended === true ? known.current : (suspended[0] ?? null);
}
