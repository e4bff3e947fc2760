import { type Bytes, chunkBytes } from './sealing.ts';

/** Milliseconds without data after which a download is aborted, because it holds the lock that all tabs share. */
export const stalledMax = 60_000;

/** An unsuccessful response or a stalled download. The message is the status or "stalled". */
export class KeepingFailed extends Error {
  override readonly name = 'KeepingFailed';
}

export type FetchFile = (url: string, signal: AbortSignal) => Promise<Response>;

/** Yields the file in chunks, so that memory does not grow with its size. Each chunk reuses the same buffer. */
export async function* downloadChunks(fetchFile: FetchFile, url: string): AsyncGenerator<Bytes> {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const progress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => ending.abort(), stalledMax);
  };
  try {
    progress();
    const answer = await fetchFile(url, ending.signal);
    if (!answer.ok) throw new KeepingFailed(String(answer.status));
    const chunk = new Uint8Array(chunkBytes);
    let filled = 0;
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      progress();
      for (let rest: Uint8Array = read.value; rest.length > 0; ) {
        const part = rest.subarray(0, chunkBytes - filled);
        chunk.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
        if (filled < chunkBytes) continue;
        yield chunk;
        filled = 0;
      }
    }
    if (filled > 0) yield chunk.subarray(0, filled);
  } catch (cause) {
    throw ending.signal.aborted ? new KeepingFailed('stalled', { cause }) : cause;
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
