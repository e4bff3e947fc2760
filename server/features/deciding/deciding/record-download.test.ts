import { beforeEach, expect, test, vi } from 'vitest';
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

let now: Date;
const context = {
  capacity: { connectionsMax: 10, processes: 1 },
  clock: { now: () => now },
} as unknown as Context;
const download = (title: string, memberId = 'ada', more: { readonly shown?: unknown } = {}) => {
  const plan = { title } as RecordPlan;
  return recordDownload(context, { sessionId: memberId, memberId }, { plan, title, plainName: 'record', ...more });
};
const timesMade = () => vi.mocked(typeset).mock.calls.length;

beforeEach(() => {
  vi.mocked(typeset).mockClear();
  take.mockReset();
  now = new Date((now?.getTime() ?? 0) + 3_600_000);
});

test('a PDF with unchanged content is reused for ten minutes', async () => {
  const answers = await Promise.all([download('same'), download('same'), download('same', 'bea')]);
  expect(new Set(answers.map(({ etag }) => etag)).size).toBe(1);
  const before = timesMade();
  expect(before).toBeLessThanOrEqual(2);
  await download('same');
  expect(timesMade()).toBe(before);
  expect((await download('other')).etag).not.toBe(answers[0]?.etag);
  now = new Date(now.getTime() + 600_001);
  await download('same');
  expect(timesMade()).toBe(before + 2);
});

test('a PDF is reused for another plan that shows the same', async () => {
  const first = await download('at noon', 'ada', { shown: 'register' });
  const before = timesMade();
  expect((await download('at one', 'ada', { shown: 'register' })).etag).toBe(first.etag);
  expect(timesMade()).toBe(before);
});

test('only PDFs that are actually created count towards a member’s limit', async () => {
  await download('counted');
  await download('counted', 'bea');
  expect(take.mock.calls.map(([{ points, seconds }, member]) => [points, seconds, member])).toEqual([[20, 600, 'ada']]);
  take.mockRejectedValueOnce(new AppError('too-many', 'records'));
  await expect(download('refused')).rejects.toMatchObject({ code: 'too-many' });
  await download('counted');
});
