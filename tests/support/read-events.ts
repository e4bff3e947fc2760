import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type LiveEvent, liveEvent, streamEvents } from '#contract/events.ts';
import type { HttpClient } from './http-client.ts';

const eventMsMax = 20_000;

export type ReadEvents = Awaited<ReturnType<typeof readEvents>>;

export async function readEvents(client: HttpClient) {
  const response = await client.raw('GET', streamEvents.path, {});
  if (response.status !== 200 || response.body === null) throw new Error(`The stream answered ${response.status}.`);
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const heard: LiveEvent[] = [];
  const lines = createInterface({ input: body });
  lines.on('line', (line) => {
    if (line !== '') heard.push(liveEvent.parse(JSON.parse(line)));
  });
  const ended = new Promise<void>((resolve) => {
    body.once('close', resolve);
    body.on('error', () => resolve());
    lines.on('error', () => resolve());
  });
  return {
    ended,
    end: () => void body.destroy(),
    /** Returns the first matching event, including one that has already arrived. Throws after 20 seconds. */
    async until(fits: (event: LiveEvent) => boolean): Promise<LiveEvent> {
      for (const end = Date.now() + eventMsMax; Date.now() < end; await pause(10)) {
        const found = heard.find(fits);
        if (found !== undefined) return found;
      }
      throw new Error('No such event came.');
    },
  };
}
