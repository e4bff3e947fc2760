import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followStream } from './follow-stream.ts';

const tab = Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' });
const listener = { onEvent: vi.fn(), onGap: vi.fn(), onRefused: vi.fn(), onConnection: vi.fn() };
let streams: ReadableStreamDefaultController<Uint8Array>[];
let requestedAges: number[];
let isDown: boolean;
let ending: AbortController;
let followed: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  [streams, requestedAges, isDown, ending] = [[], [], false, new AbortController()];
  tab.visibilityState = 'visible';
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', tab);
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    requestedAges.push(Number(new URL(address, 'https://dais.example').searchParams.get('age')));
    if (isDown) return Promise.resolve(new Response(null, { status: 503 }));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.push(controller);
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  followed = followStream(listener, ending.signal);
});
afterEach(async () => {
  ending.abort();
  await followed;
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(seconds: number, line = ''): Promise<void> {
  for (let nth = 0; nth < seconds / 10; nth += 1) {
    if (streams.length > 0) streams.at(-1)?.enqueue(new TextEncoder().encode(`${line}\n`));
    await vi.advanceTimersByTimeAsync(10_000);
  }
}
async function turn(visibilityState: 'visible' | 'hidden'): Promise<void> {
  tab.visibilityState = visibilityState;
  tab.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
}

test('the first event stream includes events since the page was requested, even if the stream opens late', async () => {
  isDown = true;
  await vi.advanceTimersByTimeAsync(180_000);
  expect(requestedAges.at(-1)).toBeGreaterThan(100_000);
  expect(listener.onConnection.mock.calls.flat()).toContain('lost');
});

test('a later event stream includes events since the last message from the server', async () => {
  await pass(60);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requestedAges).toHaveLength(2);
  expect(requestedAges[1]).toBeGreaterThan(10_000);
  expect(requestedAges[1]).toBeLessThan(20_000);
  expect(listener.onConnection.mock.calls.flat()).not.toContain('lost');
});

test('a hidden tab closes its event stream, and the next stream includes the events missed while the tab was hidden', async () => {
  await pass(30);
  await turn('hidden');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(requestedAges).toHaveLength(1);
  await turn('visible');
  expect(requestedAges[1]).toBeGreaterThan(300_000);
  expect(listener.onConnection.mock.calls.flat()).not.toContain('lost');
});

test('an event stream that opens after the device slept includes the events missed during that time', async () => {
  await pass(30);
  vi.setSystemTime(Date.now() + 3_600_000);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requestedAges[1]).toBeGreaterThan(3_600_000);
  expect(requestedAges[1]).toBeLessThan(3_620_000);
});

test('events and gaps in the event stream are reported to the listener', async () => {
  await pass(10, '{"noun":"meeting","id":"m1"}');
  expect(listener.onEvent.mock.calls).toEqual([[{ noun: 'meeting', id: 'm1' }]]);
  await pass(10, '{"gap":true}');
  expect(listener.onGap).toHaveBeenCalledOnce();
});
