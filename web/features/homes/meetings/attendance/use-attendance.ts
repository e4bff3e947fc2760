import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordAttendance } from '#contract/attendance.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMeeting } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns, queryFor } from '#web/api/queries.ts';

export type AttendanceCounts = ReturnType<typeof countAttendance>;

export function countAttendance(attendances: readonly (boolean | null)[]) {
  const present = attendances.filter((each) => each === true).length;
  const absent = attendances.filter((each) => each === false).length;
  return { present, absent, unrecorded: attendances.length - present - absent };
}

export function listCountText({ present, unrecorded }: AttendanceCounts): string {
  return unrecorded === 0 ? `${present} in attendance` : `${present} in attendance, ${unrecorded} to mark`;
}

export function roomText({ absent, unrecorded }: AttendanceCounts, notInAttendance: string): string {
  const parts = [
    ...(absent === 0 ? [] : [`${absent} ${notInAttendance}`]),
    ...(unrecorded === 0 ? [] : [`${unrecorded} not marked yet`]),
  ];
  return parts.length === 0 ? 'Everybody is here' : parts.join(', ');
}

interface AttendanceChange {
  readonly memberId: string;
  readonly attendance: boolean | null;
}

export function useAttendance(meetingId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, boolean | null>>(new Map());
  const [hasSaved, setSaved] = useState(false);
  const { queryKey } = queryFor(getMeeting, { params: { id: meetingId } });
  const recording = useMutation({
    mutationKey: [recordAttendance.name, meetingId],
    // Requests run in order, so that the last click is saved last.
    scope: { id: `${recordAttendance.name} ${meetingId}` },
    mutationFn: ({ memberId, attendance }: AttendanceChange) =>
      call(recordAttendance, { params: { id: meetingId, member_id: memberId }, body: { attendance } }),
    onSuccess: async (_answer, change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<AnswerOf<typeof getMeeting>>(queryKey, (known) => known && withAttendance(known, change));
      setSaved(true);
    },
    onSettled: (_answer, _error, change) => {
      // Waits until the saved value has rendered, because a click before that would toggle the old value.
      notifyManager.schedule(() =>
        setPending((before) => {
          // A later click for the same person is still being saved.
          if (before.get(change.memberId) !== change.attendance) return before;
          return new Map([...before].filter(([memberId]) => memberId !== change.memberId));
        }),
      );
      void invalidateNouns(client, ['meetings', 'timeline']);
    },
  });
  return {
    shown(memberId: string, saved: boolean | null): boolean | null {
      const attendance = pending.get(memberId);
      return attendance === undefined ? saved : attendance;
    },
    isSaved: hasSaved && pending.size === 0 && !recording.isError,
    record: (change: AttendanceChange) => {
      setPending((before) => new Map([...before, [change.memberId, change.attendance]]));
      recording.mutate(change);
    },
  };
}

type Whole = AnswerOf<typeof getMeeting>;

function withAttendance(known: Whole, change: AttendanceChange): Whole {
  const { meeting } = known;
  return {
    meeting: {
      ...meeting,
      invitees:
        meeting.invitees?.map((invitee) =>
          invitee.member_id === change.memberId
            ? { ...invitee, meeting_status: { ...invitee.meeting_status, attendance: change.attendance } }
            : invitee,
        ) ?? null,
    },
  };
}
