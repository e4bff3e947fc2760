import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';
import { pdfDownload } from '#server/http/send-file.ts';
import { makeRecord } from '#server/integrations/pdf/record/make-record.ts';
import type { RecordPlan } from '#server/integrations/pdf/record/plan.ts';

/** Records that are set as PDF while somebody waits: a few at once in each process. */
const recordSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 5 }));

const keptMs = 600_000;
const keptBytesMax = 16 * 1024 * 1024;
const madePerMemberMax = 20;

interface Kept {
  readonly until: number;
  readonly bytes: Buffer;
}
/** Both oldest first and per process, since an answer should need no further round trip to the database. */
const kept = new Map<string, Kept>();
const madeBy = new Map<string, { readonly until: number; count: number }>();

/** `shown`: what the reader sees; a file that shows the same is sent again for ten minutes. */
export async function recordDownload(
  context: Context,
  asked: { readonly sessionId: string; readonly memberId: string; readonly shown: unknown },
  file: { readonly plan: RecordPlan; readonly title: string; readonly plainName: string },
) {
  const digest = createHash('sha256').update(JSON.stringify(asked.shown)).digest('base64url');
  const bytes = await recordSlots(context)(asked.sessionId, async () => {
    const now = context.clock.now().getTime();
    forgetOld(now);
    const found = kept.get(digest)?.bytes;
    if (found !== undefined) return found;
    countMade(asked.memberId, now);
    const made = await makeRecord(file.plan, ({ path }) => readFile(path));
    kept.set(digest, { until: now + keptMs, bytes: made });
    return made;
  });
  return pdfDownload(bytes, file, `"${digest}"`);
}

function forgetOld(now: number): void {
  for (const [digest, { until }] of kept) {
    const size = [...kept.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (until <= now || size > keptBytesMax) kept.delete(digest);
  }
  for (const [member, { until }] of madeBy) if (until <= now) madeBy.delete(member);
}

/** Throws `too-many` above the limit. */
function countMade(memberId: string, now: number): void {
  const window = madeBy.get(memberId) ?? { until: now + keptMs, count: 0 };
  if (window.count >= madePerMemberMax) {
    const retrySeconds = Math.ceil((window.until - now) / 1_000);
    throw new AppError('too-many', 'records', {}, { retrySeconds });
  }
  window.count += 1;
  madeBy.set(memberId, window);
}
