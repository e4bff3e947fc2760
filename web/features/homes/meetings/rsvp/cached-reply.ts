import type { MeetingStatus } from '#contract/meeting-summary.ts';

/** Whose reply it is: one's own on a meeting, by the meeting's id, or that of a magic link, by its uid. */
export type ReplyTarget =
  | { readonly kind: 'member'; readonly meetingId: string }
  | { readonly kind: 'magic'; readonly uid: string };

const namesWithMeetings: readonly unknown[] = ['meetings.get', 'meetings.list', 'timeline.dashboard'];

/** What a reply changes of it; the mark of attendance stays. */
type Reply = Pick<MeetingStatus, 'acceptance' | 'answered_at'>;

/** Whether a kept answer (by its query key) shows the reply of this target. */
export function showsReply(key: readonly unknown[], target: ReplyTarget): boolean {
  const [name, params] = key;
  if (target.kind === 'member') return namesWithMeetings.includes(name);
  return name === 'magic.getMeeting' && isRecord(params) && params.uid === target.uid;
}

/** A kept answer with the reply put into every place where the meeting stands; the same object where it stands in none. */
export function withReply<T>(answer: T, target: ReplyTarget, status: Reply): T {
  if (target.kind === 'member') return replaced(answer, target.meetingId, status) as T;
  if (!isRecord(answer) || !isRecord(answer.meeting)) return answer;
  return { ...answer, meeting: answered(answer.meeting, status) };
}

function replaced(value: unknown, meetingId: string, status: Reply): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => replaced(item, meetingId, status));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  if (value.id === meetingId && 'meeting_status' in value) return answered(value, status);
  const entries = Object.entries(value).map(([key, each]) => [key, replaced(each, meetingId, status)] as const);
  return entries.some(([key, each]) => each !== value[key]) ? Object.fromEntries(entries) : value;
}

function answered(meeting: Readonly<Record<string, unknown>>, reply: Reply) {
  const before = isRecord(meeting.meeting_status) ? meeting.meeting_status : {};
  return { ...meeting, meeting_status: { ...before, ...reply } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
