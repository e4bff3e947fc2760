/**
 * Commands for the process with the streams; it returns the time at which each stream was done, in milliseconds since
 * 1970. `open`: one stream for each of the headers, until its first line. `hear`: until the newest line of each
 * contains the parts. `lose` and `back`: until all are disconnected and connected again. `close`: ends all.
 */
export type RoomOrder =
  | { readonly do: 'open'; readonly url: string; readonly headers: readonly Readonly<Record<string, string>>[] }
  | { readonly do: 'hear'; readonly parts: readonly string[] }
  | { readonly do: 'lose' | 'back' | 'close' };
