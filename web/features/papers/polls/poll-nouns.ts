/** What shows polls, and is asked again when one has changed. */
export const pollNouns = ['meetings', 'announcements', 'timeline'] as const;
