import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { madeDownload } from '#server/http/send-file.ts';
import type { RecordPlan } from '#server/integrations/pdf/typst/plan.ts';
import { type RecordFormat, typeset } from '#server/integrations/pdf/typst/typeset.ts';

const recordSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 5 }));

/** Limits how many files a member can generate. Downloads of stored files are unlimited. */
const makingByMember: RateLimit = { name: 'make-record', points: 20, seconds: 600 };
const keptMs = 600_000;
const keptBytesMax = 16 * 1024 * 1024;

interface Kept {
  readonly until: number;
  readonly bytes: Buffer;
}
const kept = new Map<string, Kept>();
let keptBytes = 0;

/** Reuses a file from the last ten minutes if `shown` is unchanged. `shown` defaults to the plan. */
export async function recordDownload(
  context: Context,
  by: { readonly sessionId: string; readonly memberId: string },
  file: {
    readonly plan: RecordPlan;
    readonly shown?: unknown;
    readonly title: string;
    readonly plainName: string;
    readonly format?: RecordFormat;
  },
) {
  const digest = createHash('sha256')
    .update(JSON.stringify([file.format ?? 'pdf', file.shown ?? file.plan]))
    .digest('base64url');
  const bytes = await recordSlots(context)(by.sessionId, async () => {
    const now = context.clock.now().getTime();
    const found = kept.get(digest);
    if (found !== undefined && found.until > now) return found.bytes;
    await createRateLimits(context.pool).take(makingByMember, by.memberId);
    const made = await typeset(context, file.plan, file.format);
    keep(digest, { until: now + keptMs, bytes: made }, now);
    return made;
  });
  return madeDownload(bytes, file, `"${digest}"`);
}

function keep(digest: string, made: Kept, now: number): void {
  forget(digest);
  kept.set(digest, made);
  keptBytes += made.bytes.length;
  for (const [oldest, { until }] of kept) {
    if (until > now && keptBytes <= keptBytesMax) return;
    forget(oldest);
  }
}

function forget(digest: string): void {
  keptBytes -= kept.get(digest)?.bytes.length ?? 0;
  kept.delete(digest);
}
