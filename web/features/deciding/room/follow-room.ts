import type { RoomLine } from '#contract/room.ts';
import { roomLostAfterMs, roomRetryMs } from '#domain/room.ts';
import { streamMsMax } from '#domain/timings.ts';
import { isRecord } from '#web/api/call-error.ts';
import { readLines, StreamRefused } from '#web/api/live-stream.ts';

interface Following {
  readonly onLine: (line: RoomLine) => void;
  readonly onConnection: (lostSince: Date | null) => void;
  /** Resolves to true if the reader can still see the room. */
  readonly onRefused: () => Promise<boolean>;
}

const silence = { opening: 10_000, open: roomLostAfterMs };
/** Milliseconds. The server ends each stream after about this time, which is not a failure. */
const wholeStreamMs = streamMsMax - 5_000;
/** Milliseconds that a stream must last for the retry pauses to start over. */
const steadyMs = 15_000;

/** Each stream begins with the full state, so no update is missed. The returned function retries at once. */
export function followRoom(meetingId: string, following: Following, signal: AbortSignal): () => void {
  let wake = (): void => undefined;
  let cut = new AbortController();
  const tryNow = (): void => wake();
  // Aborts the stream, because going offline does not end it.
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

function readRoomLine(line: string, meetingId: string): RoomLine | null {
  const content: unknown = JSON.parse(line);
  // Not validated by a schema, because the message comes from our own server.
  return isRecord(content) && content.noun === 'room' && content.id === meetingId ? (content as RoomLine) : null;
}
