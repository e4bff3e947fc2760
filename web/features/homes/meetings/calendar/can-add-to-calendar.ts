import type { MeetingSummary } from '#contract/meeting-summary.ts';

/**
 * Whether a meeting is offered to calendars: once it is published with its date, whatever its reader has replied, and until it is
 * cancelled or over.
 */
export function canAddToCalendar(
  meeting: { readonly state: MeetingSummary['state']; readonly end: string | null },
  now: Date,
): boolean {
  return meeting.state === 'published' && meeting.end !== null && new Date(meeting.end) > now;
}
