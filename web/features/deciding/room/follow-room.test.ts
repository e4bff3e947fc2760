import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoomLine } from '#contract/room.ts';
import { streamMsMax } from '#domain/timings.ts';
import { followRoom } from './follow-room.ts';

let streams: ReadableStreamDefaultController<Uint8Array>[];
let lines: RoomLine[];
let losses: (Date | null)[];
let ending: AbortController;
let refusing: number | null;
let seesRoom: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-19T14:00:00Z') });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  [streams, lines, losses, ending] = [[], [], [], new AbortController()];
  [refusing, seesRoom] = [null, true];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    if (refusing !== null) return Promise.resolve(new Response('', { status: refusing }));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
});
afterEach(() => {
  ending.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const follow = () =>
  followRoom(
    'meeting',
    {
      onLine: (line) => lines.push(line),
      onConnection: (lost) => losses.push(lost),
      onRefused: () => Promise.resolve(seesRoom),
    },
    ending.signal,
  );
const write = (text: string): void => streams.at(-1)?.enqueue(new TextEncoder().encode(text));
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
async function passAlive(seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds; nth += 1) {
    write('\n');
    await pass(1);
  }
}

test('only updates of the followed meeting room are reported', async () => {
  follow();
  await passAlive(1);
  write('{"noun":"room","id":"meeting","revision":3}\n{"noun":"room","id":"other"}\n{"noun":"people","id":null}\n');
  await passAlive(10);
  expect(lines).toEqual([{ noun: 'room', id: 'meeting', revision: 3 }]);
  expect([streams.length, losses]).toEqual([1, [null]]);
});

test('a meeting room connection that is silent for three seconds is reported with the time of its last update', async () => {
  follow();
  await passAlive(10);
  await pass(1.9);
  expect(losses).toEqual([null]);
  await pass(0.2);
  expect(losses).toEqual([null, new Date('2026-11-19T14:00:09Z')]);
  await pass(2);
  expect([streams.length, losses.at(-1)]).toEqual([2, null]);
});

test('the room’s event stream is reopened immediately if it ends after its maximum duration', async () => {
  follow();
  await passAlive(streamMsMax / 1_000);
  streams[0]?.close();
  await pass(0.01);
  expect(streams).toHaveLength(2);
});

test('pauses before reconnecting to the room grow if streams end early', async () => {
  follow();
  await pass(0.01);
  const opened = [Date.now()];
  for (let nth = 0; nth < 5; nth += 1) {
    streams.at(-1)?.close();
    const before = streams.length;
    while (streams.length === before) await pass(0.5);
    opened.push(Date.now());
  }
  const pauses = opened.slice(1).map((at, nth) => Math.round((at - (opened[nth] ?? 0)) / 1_000));
  expect(pauses).toEqual([2, 4, 8, 15, 15]);
});

test('retrying manually reopens the room’s event stream immediately, and a stream that stays open resets the retry delay', async () => {
  const tryNow = follow();
  for (let nth = 0; nth < 4; nth += 1) {
    await pass(0.01);
    streams.at(-1)?.close();
    await pass(0.01);
    tryNow();
  }
  await pass(0.01);
  expect(streams).toHaveLength(5);
  await passAlive(30);
  streams.at(-1)?.close();
  await pass(2);
  expect(streams).toHaveLength(6);
});

test('after a proxy’s 404 response, the room’s event stream is retried if the reader may still see the room', async () => {
  refusing = 404;
  follow();
  await pass(1);
  expect([streams.length, losses.length]).toEqual([0, 1]);
  refusing = null;
  await pass(2);
  expect([streams.length, losses.at(-1)]).toEqual([1, null]);
});

test('the room’s event stream is not retried if the reader may no longer see the room', async () => {
  [refusing, seesRoom] = [404, false];
  follow();
  await pass(1);
  refusing = null;
  await pass(60);
  expect([streams, losses]).toEqual([[], []]);
});

test('pauses before reconnecting to the room leave no event listeners behind', async () => {
  follow();
  await pass(0.01);
  const added = vi.spyOn(ending.signal, 'addEventListener');
  const removed = vi.spyOn(ending.signal, 'removeEventListener');
  for (let nth = 0; nth < 3; nth += 1) {
    streams.at(-1)?.close();
    const before = streams.length;
    while (streams.length === before) await pass(0.5);
  }
  const waits = added.mock.calls.map(([, listener]) => listener);
  expect(waits).toHaveLength(3);
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(waits);
});
