import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type LiveEvent, liveEvent, streamEvents } from '#contract/events.ts';
import type { HttpClient } from './http-client.ts';

const eventMsMax = 20_000;

export type ReadEvents = Awaited<ReturnType<typeof readEvents>>;

export async function readEvents(client: HttpClient) {
  const response = await client.raw('GET', streamEvents.path, {});
  if (response.status !== 200 || response.body === null) throw new Error(`The stream answered ${response.status}.`);
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  const heard: LiveEvent[] = [];
  const looks = new Set<() => void>();
  const lines = createInterface({ input: body });
  lines.on('line', (line) => {
    if (line !== '') heard.push(liveEvent.parse(JSON.parse(line)));
    for (const look of looks) look();
  });
  const ended = new Promise<void>((resolve) => {
    body.once('close', resolve);
    body.on('error', () => resolve());
    lines.on('error', () => resolve());
  });
  return {
    ended,
    end: () => void body.destroy(),
    /** Resolves with the first matching event, including one that has already arrived. Rejects after 20 seconds. */
    until: (fits: (event: LiveEvent) => boolean) =>
      new Promise<LiveEvent>((resolve, reject) => {
        const timer = setTimeout(() => settle(() => reject(new Error('No such event came.'))), eventMsMax);
        const look = (): void => {
          const found = heard.find(fits);
          if (found !== undefined) settle(() => resolve(found));
        };
        const settle = (then: () => void): void => {
          clearTimeout(timer);
          looks.delete(look);
          then();
        };
        looks.add(look);
        look();
      }),
  };
}
