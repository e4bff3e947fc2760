import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, limits, optionalText, requiredText } from './fields.ts';
import { acceptance, letter } from './summaries.ts';

export const guest = z.strictObject({ id, name: z.string(), role: z.string() });
export type Guest = z.output<typeof guest>;

/** Returns 422 if the answer is not possible for this type of meeting. */
export const answerAttendance = endpoint({
  name: 'attendance.answer',
  summary: 'Answer an invitation by letter: m none, y accepted, p in person, r remote, n declined',
  route: 'POST /attendance/:uid/:letter',
  access: 'public',
  params: z.strictObject({ uid: z.string().min(10).max(100), letter }),
  reply: 'plain',
  answer: z.strictObject({ status: z.literal('success'), data: acceptance }),
});

export const answerForInvitee = endpoint({
  name: 'attendance.answerFor',
  summary: 'Answer for a pending invitee, or reset an answer to none',
  route: 'POST /ajax/meetings/:id/invitees/:member_id/acceptance',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: z.strictObject({ letter }),
  answer: z.strictObject({ acceptance }),
});

export const recordAttendance = endpoint({
  name: 'attendance.record',
  summary: 'Mark one invitee as in attendance or not, or remove the mark',
  route: 'POST /ajax/meetings/:id/invitees/:member_id/attendance',
  access: 'member',
  params: z.strictObject({ id, member_id: id }),
  body: z.strictObject({ attendance: z.boolean().nullable() }),
  answer: z.strictObject({ attendance: z.boolean().nullable() }),
});

export const guestInput = z.strictObject({
  name: requiredText(limits.guestCharactersMax),
  role: optionalText(limits.guestCharactersMax),
});

export const addGuest = endpoint({
  name: 'attendance.addGuest',
  summary: 'Add a guest, by name and role, to a meeting’s attendance',
  route: 'POST /ajax/meetings/:id/guests',
  access: 'member',
  body: guestInput,
  answer: z.strictObject({ guest }),
});

const guestParams = z.strictObject({ id, guest_id: id });

export const updateGuest = endpoint({
  name: 'attendance.updateGuest',
  summary: 'Change the name or role of a guest',
  route: 'PATCH /ajax/meetings/:id/guests/:guest_id',
  access: 'member',
  params: guestParams,
  body: guestInput,
  answer: z.strictObject({ guest }),
});

export const removeGuest = endpoint({
  name: 'attendance.removeGuest',
  summary: 'Remove a guest from a meeting’s attendance',
  route: 'DELETE /ajax/meetings/:id/guests/:guest_id',
  access: 'member',
  params: guestParams,
});
