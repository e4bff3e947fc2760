import { type MeetingRow, meetingsMax } from './queries.ts';

export interface StartedMeeting {
  readonly id: string;
  readonly title: string;
  readonly type: 'hybrid' | 'in-person' | 'remote';
  readonly startsAt: Date;
  readonly isTaken: boolean;
}

export const presentMeetings = (
  rows: readonly MeetingRow[],
): { readonly meetings: readonly StartedMeeting[]; readonly isCut: boolean } => ({
  meetings: rows
    .slice(0, meetingsMax)
    .toReversed()
    .map(({ id, title, type, starts_at: startsAt, is_taken: isTaken }) => ({ id, title, type, startsAt, isTaken })),
  isCut: rows.length > meetingsMax,
});
