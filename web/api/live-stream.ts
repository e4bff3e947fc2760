import { type LiveEvent, streamEvents } from '#contract/events.ts';
import { callHeaders } from './call.ts';
import { createLineCutter, readLiveLine } from './live-lines.ts';

/** The server will not have this session on this board; asking again is of no use. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
}

/** The server sends an empty line every 20 s; after this silence the connection counts as dead. */
const silenceMsMax = 50_000;

/** Reads the stream of events once, until it ends. Throws when it could not be opened, broke off or fell silent. */
export async function readStream(
  signal: AbortSignal,
  told: { readonly onOpen: () => void; readonly onEvent: (event: LiveEvent) => void },
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMsMax);
  try {
    const response = await fetch(streamEvents.path, {
      headers: callHeaders('GET'),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new StreamRefused();
    if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}.`);
    told.onOpen();
    const cut = createLineCutter();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMsMax);
      for (const line of cut(read.value)) {
        const event = readLiveLine(line);
        if (event !== null) told.onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
