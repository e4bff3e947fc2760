import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerAttendance } from '#contract/attendance.ts';
import type { MeetingStatus } from '#contract/summaries.ts';
import { acceptanceForLetter, type MeetingType, type RsvpLetter } from '#domain/rsvp.ts';
import { call } from '#web/api/call.ts';
import { isRecord } from '#web/api/call-error.ts';
import { invalidateNouns, type QueryNoun } from '#web/api/queries.ts';

export type ReplyTarget =
  | { readonly kind: 'member'; readonly meetingId: string }
  | { readonly kind: 'magic'; readonly uid: string };

const namesWithMeetings: readonly unknown[] = ['meetings.get', 'meetings.list', 'timeline.dashboard'];

/** Excludes the recorded attendance, which a reply does not change. */
type Reply = Pick<MeetingStatus, 'acceptance' | 'answered_at'>;

export function showsReply(key: readonly unknown[], target: ReplyTarget): boolean {
  const [name, params] = key;
  if (target.kind === 'member') return namesWithMeetings.includes(name);
  return name === 'magic.getMeeting' && isRecord(params) && params.uid === target.uid;
}

/** Returns the same object if the response does not contain the meeting. */
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

export const shownIn: readonly QueryNoun[] = ['meetings', 'room', 'timeline', 'waiting', 'magic'];

export function useReply(target: ReplyTarget, type: MeetingType) {
  const client = useQueryClient();
  const uid = target.kind === 'magic' ? target.uid : target.meetingId;
  const mutationKey = [answerAttendance.name, uid];
  const predicate = (query: { readonly queryKey: readonly unknown[] }): boolean => showsReply(query.queryKey, target);
  return useMutation({
    mutationKey,
    meta: { asksAgain: shownIn },
    scope: { id: `${answerAttendance.name} ${uid}` },
    mutationFn: (letter: RsvpLetter) => call(answerAttendance, { params: { uid, letter } }),
    onMutate: async (letter) => {
      await client.cancelQueries({ predicate });
      const before = client.getQueriesData({ predicate });
      const acceptance = acceptanceForLetter(letter, type) ?? 'none';
      const answered_at = acceptance === 'none' ? null : new Date().toISOString();
      client.setQueriesData({ predicate }, (kept: unknown) => withReply(kept, target, { acceptance, answered_at }));
      return { before };
    },
    onError: (_error, _letter, kept) => {
      for (const [key, answer] of kept?.before ?? []) client.setQueryData(key, answer);
    },
    onSettled: () => {
      // While a later reply is being saved, the server still returns the earlier one.
      if (client.isMutating({ mutationKey }) > 1) return;
      void invalidateNouns(client, shownIn);
    },
  });
}
