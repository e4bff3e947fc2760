/**
 * What is asked of the process that holds the streams; it returns when each stream had it, in milliseconds since 1970. `open`: one for
 * each of the headers, until it has its first line; `hear`: until the newest line of each holds the parts; `lose` and `back`: until all
 * are broken off, and are there again; `close`: none.
 */
export type RoomOrder =
  | { readonly do: 'open'; readonly url: string; readonly headers: readonly Readonly<Record<string, string>>[] }
  | { readonly do: 'hear'; readonly parts: readonly string[] }
  | { readonly do: 'lose' | 'back' | 'close' };
