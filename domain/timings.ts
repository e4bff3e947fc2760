export const restorableDays = 30;
const dayMs = 86_400_000;

export const restorableSince = (now: Date): Date => new Date(now.getTime() - restorableDays * dayMs);

export const purgedAt = (deletedAt: Date): Date => new Date(deletedAt.getTime() + restorableDays * dayMs);

export const timings = {
  loginErrorShown: 5_000,
  copyFeedback: 2_000,
  supportChatLoads: 2_000,
  modalCloses: 300,
} as const;

/** Milliseconds after which a stream ends, so that session and membership are checked again. */
export const streamMsMax = 120_000;
