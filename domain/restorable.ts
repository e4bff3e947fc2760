/** How long what was deleted can be brought back (product.md, section 9), in days. */
export const restorableDays = 30;
const dayMs = 86_400_000;

/** Before it, what was deleted is beyond restoring. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - restorableDays * dayMs);

/** When it is removed for good. */
export const purgedAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + restorableDays * dayMs);
