/**
 * `hear` waits until the newest line of each stream contains all of `parts`. `lose` waits until every stream is
 * disconnected, and `back` until every stream is connected again.
 */
export type RoomOrder =
  | { readonly do: 'open'; readonly url: string; readonly headers: readonly Readonly<Record<string, string>>[] }
  | { readonly do: 'hear'; readonly parts: readonly string[] }
  | { readonly do: 'lose' | 'back' | 'close' };
