import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leadStreams, RecentEvents, type StreamListener } from './live-leader.ts';

let streams: ReadableStreamDefaultController<Uint8Array>[];
let reported: StreamListener[];
let requested: string[];
let ending: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  [streams, reported, requested, ending] = [[], [], [], new AbortController()];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    requested.push(address);
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
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(seconds: number): Promise<void> {
  for (let nth = 0; nth < seconds / 10; nth += 1) {
    streams.at(-1)?.enqueue(new TextEncoder().encode('\n'));
    await vi.advanceTimersByTimeAsync(10_000);
  }
}
const resumed = () => reported.filter(({ kind }) => kind === 'resumed').length;

test('a planned end of a stream leaves no gap, because the next one is already open', async () => {
  void leadStreams((each) => reported.push(each), ending.signal);
  await pass(600);
  expect(streams.length).toBeGreaterThan(4);
  expect(resumed()).toBe(0);
  expect(reported.filter(({ kind }) => kind === 'event')).toEqual([]);
});

test('after a stream that ended too early, pages fetch everything again', async () => {
  void leadStreams((each) => reported.push(each), ending.signal);
  await pass(30);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await pass(30);
  expect([streams.length, resumed()]).toEqual([2, 1]);
});

test('pages fetch everything again if the server does not know what changed while they were loading', async () => {
  void leadStreams((each) => reported.push(each), ending.signal);
  await pass(10);
  expect(resumed()).toBe(0);
  streams[0]?.enqueue(new TextEncoder().encode('{"gap":true}\n'));
  await pass(10);
  expect(resumed()).toBe(1);
});

test('a first stream that opens late covers all the time since the page was requested', async () => {
  const fetchStream = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
    return Promise.resolve(new Response(null, { status: 503 }));
  });
  void leadStreams((each) => reported.push(each), ending.signal);
  await vi.advanceTimersByTimeAsync(180_000);
  vi.stubGlobal('fetch', fetchStream);
  requested = [];
  await vi.advanceTimersByTimeAsync(60_000);
  const [address = ''] = requested;
  expect(Number(new URL(address, 'https://dais.example').searchParams.get('age'))).toBeGreaterThan(180_000);
});

test('only the first stream of a page includes changes since the page was requested', async () => {
  void leadStreams((each) => reported.push(each), ending.signal);
  await pass(30);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requested).toEqual([expect.stringMatching(/^\/ajax\/events\?age=\d+$/), '/ajax/events']);
});

const minute = 60_000;
const event = (id: string): StreamListener => ({ kind: 'event', event: { noun: 'meeting', id } });

test('a tab that joins gets what changed since its page was requested, once each', () => {
  const recent = new RecentEvents(1_000_000, 1_000_500);
  recent.note(event('one'), 1_010_000);
  recent.note(event('two'), 1_020_000);
  recent.note(event('two'), 1_021_000);
  recent.note({ kind: 'connection', connection: 'there' }, 1_022_000);
  expect(recent.since(1_015_000)).toEqual([event('two')]);
  expect(recent.since(1_000_000)).toEqual([event('one'), event('two')]);
  expect(recent.since(1_030_000)).toEqual([]);
});

test.each([
  ['is older than the leading one', new RecentEvents(1_000_000, 1_000_500), 999_999],
  ['was requested more than a minute before the other began to lead', new RecentEvents(0, 1_000_000), 939_999],
])('a tab that %s fetches everything again', (_, recent, since) => {
  expect(recent.since(since)).toBeNull();
});

test('a tab that was requested before a gap or before the kept events fetches everything again', () => {
  const recent = new RecentEvents(1_000_000, 1_000_500);
  recent.note({ kind: 'resumed' }, 1_010_000);
  expect(recent.since(1_009_000)).toBeNull();
  expect(recent.since(1_011_000)).toEqual([]);
  recent.note(event('old'), 1_020_000);
  recent.note(event('new'), 1_020_000 + minute);
  expect(recent.since(1_019_000)).toBeNull();
  expect(recent.since(1_030_000)).toEqual([event('new')]);
});
