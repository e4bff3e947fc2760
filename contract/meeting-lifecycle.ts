import { z } from 'zod';
import { noteCharactersMax } from '#domain/meeting-changes.ts';
import { endpoint, longBodyBytesMax } from './endpoint.ts';
import { limits, meetingInstant, optionalLines, optionalText } from './fields.ts';
import { agendaItemInput, endNotBeforeStart, meeting, wordToMembers } from './meetings.ts';
import { meetingType } from './summaries.ts';

export const rescheduleMeeting = endpoint({
  name: 'meetings.reschedule',
  summary:
    'Move a published meeting, or change its type: notifies everybody, and resets every answer unless only the end moves',
  route: 'POST /ajax/meetings/:id/reschedule',
  access: 'member',
  body: z
    .strictObject({ type: meetingType, start: meetingInstant, end: meetingInstant, note: wordToMembers })
    .refine(endNotBeforeStart.check, endNotBeforeStart.issue),
  answer: z.strictObject({ meeting }),
});

export const cancelMeeting = endpoint({
  name: 'meetings.cancel',
  summary: 'Cancel a published meeting; its page remains, and everybody is notified',
  route: 'POST /ajax/meetings/:id/cancel',
  access: 'member',
  body: z.strictObject({ note: wordToMembers }),
  answer: z.strictObject({ meeting }),
});

export const restoreMeeting = endpoint({
  name: 'meetings.restore',
  summary: 'Undo the cancellation of a meeting; answers are kept, and everybody is notified',
  route: 'POST /ajax/meetings/:id/restore',
  access: 'member',
  answer: z.strictObject({ meeting }),
});

export const undeleteMeeting = endpoint({
  name: 'meetings.undelete',
  summary: 'Bring a deleted meeting back as it was, within 30 days',
  route: 'POST /ajax/meetings/:id/undelete',
  access: 'member',
  answer: z.strictObject({ meeting }),
});

export const duplicateMeeting = endpoint({
  name: 'meetings.duplicate',
  summary: 'A new draft with the same agenda, place, type and audience, without papers and without a date',
  route: 'POST /ajax/meetings/:id/duplicate',
  access: 'member',
  answer: z.strictObject({ meeting }),
});

export const reopenMeeting = endpoint({
  name: 'meetings.reopen',
  summary: 'Make a meeting editable again after its time',
  route: 'POST /ajax/meetings/:id/reopen',
  access: 'member',
  answer: z.strictObject({ meeting }),
});

export const closeMeeting = endpoint({
  name: 'meetings.close',
  summary: 'Make a reopened meeting read-only again',
  route: 'POST /ajax/meetings/:id/close',
  access: 'member',
  answer: z.strictObject({ meeting }),
});

const meetingChange = z.strictObject({ kind: z.enum(['details', 'agenda', 'documents']), text: z.string() });

export const listMeetingChanges = endpoint({
  name: 'meetings.changes',
  summary: 'The changes since members were last notified, and how many members would get a message about them',
  route: 'GET /ajax/meetings/:id/changes',
  access: 'member',
  answer: z.strictObject({ changes: z.array(meetingChange), recipient_count: z.number().int() }),
});

export const notifyMeetingChanges = endpoint({
  name: 'meetings.notifyChanges',
  summary: 'Tell members what changed: one message each that lists the changes',
  route: 'POST /ajax/meetings/:id/changes',
  access: 'member',
  body: z.strictObject({ note: optionalLines(noteCharactersMax) }),
  answer: z.strictObject({ recipient_count: z.number().int() }),
});

export const remindSilent = endpoint({
  name: 'meetings.remind',
  summary: 'Remind those who have not replied',
  route: 'POST /ajax/meetings/:id/remind',
  access: 'member',
  answer: z.strictObject({ recipient_count: z.number().int() }),
});

export const defaultMeeting = z.strictObject({
  type: meetingType,
  length_minutes: z.number().int().min(0).max(limits.meetingMinutesMax),
  location: optionalText(limits.locationCharactersMax),
  join_url: optionalText(limits.urlCharactersMax),
  agenda_items: z.array(agendaItemInput.omit({ kind: true })).max(limits.agendaItemsMax),
});
export type DefaultMeeting = z.output<typeof defaultMeeting>;

export const getDefaultMeeting = endpoint({
  name: 'meetings.default',
  summary: 'What a new meeting begins with',
  route: 'GET /ajax/default-meeting',
  access: 'member',
  answer: z.strictObject({ default_meeting: defaultMeeting }),
});

export const saveDefaultMeeting = endpoint({
  name: 'meetings.saveDefault',
  summary: 'Save the defaults for new meetings',
  route: 'POST /ajax/default-meeting',
  access: 'board-admin',
  bodyBytesMax: longBodyBytesMax,
  body: defaultMeeting,
  answer: z.strictObject({ default_meeting: defaultMeeting }),
});
