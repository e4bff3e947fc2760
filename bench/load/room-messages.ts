/**
 * Commands for the process that has the streams. Returns the times at which each stream was done, in milliseconds since
 * 1970. `open` opens a stream for each entry of `headers` and waits for its first line. `hear` waits until each
 * stream's newest line contains the parts. `lose` and `back` wait until all streams are disconnected and connected
 * again. `close` ends all streams.
 */
export type RoomOrder =
  | { readonly do: 'open'; readonly url: string; readonly headers: readonly Readonly<Record<string, string>>[] }
  | { readonly do: 'hear'; readonly parts: readonly string[] }
  | { readonly do: 'lose' | 'back' | 'close' };
