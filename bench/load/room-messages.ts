/**
 * Commands for the process that has the streams. It returns the times at which each stream was done, in milliseconds
 * since 1970. `open` opens one stream for each of the headers, and waits for its first line. `hear` waits until the
 * newest line of each contains the parts. `lose` and `back` wait until all are disconnected and connected again.
 * `close` ends all.
 */
export type RoomOrder =
  | { readonly do: 'open'; readonly url: string; readonly headers: readonly Readonly<Record<string, string>>[] }
  | { readonly do: 'hear'; readonly parts: readonly string[] }
  | { readonly do: 'lose' | 'back' | 'close' };
