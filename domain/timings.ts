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
