import type { RoomLine } from '#contract/room.ts';
import { roomLostAfterMs, roomRetryMs } from '#domain/room.ts';
import { streamMsMax } from '#domain/timings.ts';
import { isRecord } from '#web/api/call-error.ts';
import { readLines, StreamRefused } from '#web/api/live-stream.ts';

interface Following {
  readonly onLine: (line: RoomLine) => void;
  readonly onConnection: (lostSince: Date | null) => void;
  /** Returns whether the reader can still see the room, because the rejection may have come from a proxy. */
  readonly onRefused: () => Promise<boolean>;
}

const silence = { opening: 10_000, open: roomLostAfterMs };
/** The server ends each stream after a while. A stream that lasted about this long has not failed. */
const wholeStreamMs = streamMsMax - 5_000;
/** After a stream of this length, the pauses between retries start over. */
const steadyMs = 15_000;

/** Each stream begins with the whole room, so reconnecting fetches what was missed. The result retries at once. */
export function followRoom(meetingId: string, following: Following, signal: AbortSignal): () => void {
  let wake = (): void => undefined;
  let cut = new AbortController();
  const tryNow = (): void => wake();
  // The stream must be aborted, because going offline does not end it.
  const offline = (): void => cut.abort();
  window.addEventListener('offline', offline, { signal });
  window.addEventListener('online', tryNow, { signal });

  const run = async (): Promise<void> => {
    let failures = 0;
    let heardAt = new Date();
    while (!signal.aborted) {
      cut = new AbortController();
      let openedAt: number | null = null;
      try {
        await readLines(AbortSignal.any([signal, cut.signal]), {
          search: `?rooms=${meetingId}`,
          silence,
          onOpen: () => {
            openedAt = performance.now();
            following.onConnection(null);
          },
          onHeard: () => {
            heardAt = new Date();
          },
          onLine: (line) => {
            const read = readRoomLine(line, meetingId);
            if (read !== null) following.onLine(read);
          },
        });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof StreamRefused && !(await following.onRefused())) return;
      }
      if (signal.aborted) return;
      following.onConnection(heardAt);
      const lastedMs = openedAt === null ? 0 : performance.now() - openedAt;
      if (lastedMs >= steadyMs) failures = 0;
      if (lastedMs >= wholeStreamMs && navigator.onLine) continue;
      failures += 1;
      await new Promise<void>((resolve) => {
        wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, roomRetryMs(failures, Math.random()));
        signal.addEventListener('abort', wake);
      });
    }
  };
  void run();
  return tryNow;
}

/** Returns null for other lines of the stream. */
function readRoomLine(line: string, meetingId: string): RoomLine | null {
  const content: unknown = JSON.parse(line);
  // Our own server wrote the line, so it needs no schema, which would add Zod to the page's code.
  return isRecord(content) && content.noun === 'room' && content.id === meetingId ? (content as RoomLine) : null;
}
