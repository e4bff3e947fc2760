import { expect, test, vi } from 'vitest';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { recordDownload } from './record-download.ts';

vi.mock('#server/integrations/pdf/typst/typeset.ts', () => ({
  typeset: vi.fn(async (_context: unknown, { title }: { title: string }) => Buffer.from(title)),
}));

const take = vi.hoisted(() => vi.fn<RateLimits['take']>());
vi.mock('#server/http/rate-limits.ts', () => ({ createRateLimits: () => ({ take }) }));

const context = { capacity: { connectionsMax: 10, processes: 1 } } as unknown as Context;
const download = (shown: string) => {
  const plan = { title: shown } as RecordPlan;
  const asked = { sessionId: 'session', memberId: 'ada', shown };
  return recordDownload(context, asked, { plan, title: shown, plainName: 'record' });
};

test('each PDF counts towards the limit of the member who downloads it, and its ETag depends on its content', async () => {
  const [first, again, other] = [await download('same'), await download('same'), await download('other')];
  expect([first.etag === again.etag, first.etag === other.etag]).toEqual([true, false]);
  expect(take.mock.calls.map(([{ points, seconds }, member]) => [points, seconds, member])).toEqual(
    Array(3).fill([20, 600, 'ada']),
  );
  take.mockRejectedValueOnce(new AppError('too-many', 'records'));
  await expect(download('refused')).rejects.toMatchObject({ code: 'too-many' });
  expect(typeset).toHaveBeenCalledTimes(3);
});
