/** Kinds of mail about a meeting that finds its date; their renderers stand in meetings/date-mail.ts. */
export const dateAskedMail = 'find-a-date-asked';
export const dateReminderMail = 'find-a-date-reminder';
export const dateChosenMail = 'find-a-date-chosen';

/** Kinds of mail about what became of a meeting; their renderers stand in mail.ts, schedule-mail.ts and notice-mail.ts. */
export const meetingRescheduledMail = 'meeting-rescheduled';
export const meetingCancelledMail = 'meeting-cancelled';
export const meetingRestoredMail = 'meeting-restored';
export const meetingChangedMail = 'meeting-changed';
export const meetingReminderMail = 'meeting-reminder';
export const meetingLinkMail = 'meeting-link';
