/** How long what was deleted can be brought back (product.md, section 9), in days. */
export const restorableDays = 30;
const dayMs = 86_400_000;

/** Before it, what was deleted is beyond restoring. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - restorableDays * dayMs);

/** When it is removed for good. */
export const purgedAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + restorableDays * dayMs);

/** Timings of specification 9, all in milliseconds. */
export const timings = {
  loginErrorShown: 5_000,
  downloadDialogCloses: 2_000,
  copyFeedback: 2_000,
  supportChatLoads: 2_000,
  tooltipDelay: 1_000,
  modalCloses: 300,
  slideToggle: 300,
  viewportPoll: 100,
  viewportWaitMax: 10_000,
} as const;

/** How long a stream of live events lasts at most, in milliseconds. The session and the membership are looked at anew with the next. */
export const streamMsMax = 120_000;
