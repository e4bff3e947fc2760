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

/** The ETag depends only on `shown`. */
export async function recordDownload(
  context: Context,
  asked: { readonly sessionId: string; readonly memberId: string; readonly shown: unknown },
  file: {
    readonly plan: RecordPlan;
    readonly title: string;
    readonly plainName: string;
    readonly format?: RecordFormat;
  },
) {
  const digest = createHash('sha256')
    .update(JSON.stringify([file.format ?? 'pdf', asked.shown]))
    .digest('base64url');
  const bytes = await recordSlots(context)(asked.sessionId, async () => {
    await createRateLimits(context.pool).take(makingByMember, asked.memberId);
    return typeset(context, file.plan, file.format);
  });
  return madeDownload(bytes, file, `"${digest}"`);
}
