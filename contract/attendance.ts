import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { acceptance, letter } from './meetings.ts';

/**
 * POST {origin}/attendance/{meeting uid}/{letter} (specification, section 7). The uid is a magic address, or for a
 * signed-in member the meeting's id. 422: the letter does not fit the meeting's type.
 */
export const answerAttendance = endpoint({
  name: 'attendance.answer',
  summary: 'Answer an invitation by letter: m none, y accepted, p in person, r remote, n declined',
  method: 'POST',
  path: '/attendance/:uid/:letter',
  access: 'public',
  params: z.strictObject({ uid: z.string().min(10).max(100), letter }),
  body: z.strictObject({}),
  reply: 'plain',
  answer: z.strictObject({ status: z.literal('success'), data: acceptance }),
});

/** An admin answers for a pending invitee, or resets anyone's answer to none. */
export const answerForInvitee = endpoint({
  name: 'attendance.answerFor',
  summary: 'Answer for a pending invitee, or reset an answer to none',
  method: 'POST',
  path: '/ajax/meetings/:id/invitees/:member_id/acceptance',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: z.strictObject({ letter }),
  answer: z.strictObject({ acceptance }),
});
