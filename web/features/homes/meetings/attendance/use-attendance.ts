import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { recordAttendance } from '#contract/attendance.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getMeeting } from '#contract/meetings.ts';
import { call } from '#web/api/call.ts';
import { invalidateNouns, queryFor } from '#web/api/queries.ts';

/** What is counted of marks; null is not marked. */
export interface AttendanceCounts {
  readonly present: number;
  readonly absent: number;
  readonly unmarked: number;
}

export function countAttendance(marks: readonly (boolean | null)[]): AttendanceCounts {
  const present = marks.filter((mark) => mark === true).length;
  const absent = marks.filter((mark) => mark === false).length;
  return { present, absent, unmarked: marks.length - present - absent };
}

/** '5 in attendance, 3 to mark' */
export function listCountText({ present, unmarked }: AttendanceCounts): string {
  return unmarked === 0 ? `${present} in attendance` : `${present} in attendance, ${unmarked} to mark`;
}

/** '1 Not In Attendance, 3 not marked yet' */
export function roomText({ absent, unmarked }: AttendanceCounts, notInAttendance: string): string {
  const said = [
    ...(absent === 0 ? [] : [`${absent} ${notInAttendance}`]),
    ...(unmarked === 0 ? [] : [`${unmarked} not marked yet`]),
  ];
  return said.length === 0 ? 'Everybody is here' : said.join(', ');
}

interface Mark {
  readonly memberId: string;
  /** Null takes the mark back. */
  readonly attendance: boolean | null;
}

/**
 * Marks attendance, each mark saved when made. A mark stands on the screen at once and gives way to what the server says as
 * soon as it is saved, or could not be; others' marks come in between by the live stream.
 */
export function useAttendance(meetingId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, boolean | null>>(new Map());
  const [hasSaved, setSaved] = useState(false);
  const { queryKey } = queryFor(getMeeting, { params: { id: meetingId } });
  const marking = useMutation({
    mutationKey: [recordAttendance.name, meetingId],
    // One after the other, so that the last mark made is the last one saved.
    scope: { id: `${recordAttendance.name} ${meetingId}` },
    mutationFn: ({ memberId, attendance }: Mark) =>
      call(recordAttendance, { params: { id: meetingId, member_id: memberId }, body: { attendance } }),
    onSuccess: async (_answer, mark) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<AnswerOf<typeof getMeeting>>(queryKey, (kept) => kept && withMark(kept, mark));
      setSaved(true);
    },
    onSettled: (_answer, _error, mark) => {
      // After the page has heard what is saved: in between it would show, and a press would answer, what was saved before.
      notifyManager.schedule(() =>
        setPending((before) => {
          // A later mark of the same person is still on its way.
          if (before.get(mark.memberId) !== mark.attendance) return before;
          return new Map([...before].filter(([memberId]) => memberId !== mark.memberId));
        }),
      );
      void invalidateNouns(client, ['meetings', 'timeline']);
    },
  });
  return {
    /** What is shown of a person: the mark on its way, else the saved one. */
    shown(memberId: string, saved: boolean | null): boolean | null {
      const marked = pending.get(memberId);
      return marked === undefined ? saved : marked;
    },
    isSaved: hasSaved && pending.size === 0 && !marking.isError,
    mark: (mark: Mark) => {
      setPending((before) => new Map([...before, [mark.memberId, mark.attendance]]));
      marking.mutate(mark);
    },
  };
}

type Whole = AnswerOf<typeof getMeeting>;

function withMark(kept: Whole, mark: Mark): Whole {
  const { meeting } = kept;
  return {
    meeting: {
      ...meeting,
      invitees:
        meeting.invitees?.map((invitee) =>
          invitee.member_id === mark.memberId
            ? { ...invitee, meeting_status: { ...invitee.meeting_status, attendance: mark.attendance } }
            : invitee,
        ) ?? null,
    },
  };
}
