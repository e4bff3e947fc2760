/** Kinds of mail about a meeting that finds its date; their renderers stand in meetings/date-mail.ts. */
export const dateAskedMail = 'find-a-date-asked';
export const dateReminderMail = 'find-a-date-reminder';
export const dateChosenMail = 'find-a-date-chosen';
