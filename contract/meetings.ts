import { z } from 'zod';
import { validationMessages } from '../domain/messages.ts';
import { acceptances, meetingTypes, rsvpLetters } from '../domain/rsvp.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { id, idParams, instant, limits, optionalText, plannedInstant, requiredText } from './fields.ts';

export const meetingType = z.enum(meetingTypes);
export const meetingState = z.enum(['draft', 'published', 'cancelled']);
export const acceptance = z.enum(acceptances);
export const letter = z.enum(rsvpLetters);

export const meetingStatus = z.strictObject({ acceptance, attendance: z.boolean(), answered_at: instant.nullable() });
export type MeetingStatus = z.output<typeof meetingStatus>;

export const agendaItem = z.strictObject({
  id,
  title: z.string(),
  description: z.string(),
  presenter: z.string(),
  /** Null: no time set aside. */
  minutes: z.number().int().nullable(),
  documents: z.array(document),
});
export type AgendaItem = z.output<typeof agendaItem>;

export const invitee = z.strictObject({
  member_id: id,
  name: z.string(),
  slug: z.string(),
  img_url: z.string().nullable(),
  /** Invited to the board, not joined yet: gets no mail. */
  is_pending: z.boolean(),
  meeting_status: meetingStatus,
});
export type Invitee = z.output<typeof invitee>;

const summaryShape = {
  id,
  title: z.string(),
  type: meetingType,
  state: meetingState,
  start: instant,
  end: instant,
  location: z.string(),
  agenda_item_count: z.number().int(),
  document_count: z.number().int(),
  /** The reader's own answer; null when not invited. */
  meeting_status: meetingStatus.nullable(),
};
export const meetingSummary = z.strictObject(summaryShape);
export type MeetingSummary = z.output<typeof meetingSummary>;

export const meetingCan = z.strictObject({
  edit: z.boolean(),
  publish: z.boolean(),
  delete: z.boolean(),
  /** Answer for oneself: invited, published, and the window still open. */
  respond: z.boolean(),
});

export const meeting = z.strictObject({
  ...summaryShape,
  join_url: z.string(),
  description: z.string(),
  agenda_items: z.array(agendaItem),
  /** Documents of the meeting itself, under no item. */
  documents: z.array(document),
  /** Null where the reader may not see people. */
  invitees: z.array(invitee).nullable(),
  previous_id: id.nullable(),
  next_id: id.nullable(),
  can: meetingCan,
});
export type Meeting = z.output<typeof meeting>;

const meetingFields = {
  title: requiredText(limits.titleCharactersMax),
  type: meetingType,
  start: plannedInstant,
  end: plannedInstant,
  location: optionalText(limits.locationCharactersMax),
  join_url: optionalText(limits.urlCharactersMax),
  description: optionalText(limits.descriptionCharactersMax),
};

export const agendaItemInput = z.strictObject({
  title: requiredText(limits.titleCharactersMax),
  description: optionalText(limits.descriptionCharactersMax).default(''),
  presenter: optionalText(limits.presenterCharactersMax).default(''),
  minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable().default(null),
});
export type AgendaItemInput = z.output<typeof agendaItemInput>;

const endNotBeforeStart = {
  check: (body: { start: string; end: string }) => Date.parse(body.end) >= Date.parse(body.start),
  told: { path: ['end'], message: validationMessages.meetingEndsBeforeStart },
};

export const listMeetings = endpoint({
  name: 'meetings.list',
  summary: 'Upcoming meetings, drafts (editors), and one year of the archive',
  method: 'GET',
  path: '/ajax/meetings',
  access: 'member',
  query: z.strictObject({ year: z.coerce.number().int().min(1970).max(2200).optional() }),
  answer: z.strictObject({
    /** Soonest first; the first is the next meeting. */
    upcoming: z.array(meetingSummary),
    drafts: z.array(meetingSummary),
    /** Years that have past meetings, newest first. */
    archive_years: z.array(z.number().int()),
    archive_year: z.number().int().nullable(),
    archive: z.array(meetingSummary),
    can: z.strictObject({ create: z.boolean() }),
  }),
});

export const createMeeting = endpoint({
  name: 'meetings.create',
  summary: 'Save a new meeting as a draft, with its agenda',
  method: 'POST',
  path: '/ajax/meetings',
  access: 'member',
  body: z
    .strictObject({ ...meetingFields, agenda_items: z.array(agendaItemInput).max(limits.agendaItemsMax).default([]) })
    .refine(endNotBeforeStart.check, endNotBeforeStart.told),
  answer: z.strictObject({ meeting }),
});

export const getMeeting = endpoint({
  name: 'meetings.get',
  summary: 'One meeting, whole',
  method: 'GET',
  path: '/ajax/meetings/:id',
  access: 'member',
  params: idParams,
  answer: z.strictObject({ meeting }),
});

export const updateMeeting = endpoint({
  name: 'meetings.update',
  summary: 'Change what a meeting says: title, place, join link, description; of a draft also type and times',
  method: 'PATCH',
  path: '/ajax/meetings/:id',
  access: 'member',
  params: idParams,
  body: z.strictObject(meetingFields).partial(),
  answer: z.strictObject({ meeting }),
});

export const publishMeeting = endpoint({
  name: 'meetings.publish',
  summary: 'Publish a draft and invite every member; one message each',
  method: 'POST',
  path: '/ajax/meetings/:id/publish',
  access: 'member',
  params: idParams,
  body: z.strictObject({}),
  answer: z.strictObject({ meeting }),
});

export const listPublishAudience = endpoint({
  name: 'meetings.publishAudience',
  summary: 'Who gets the invitation when the meeting is published',
  method: 'GET',
  path: '/ajax/meetings/:id/publish',
  access: 'member',
  params: idParams,
  answer: z.strictObject({
    /** Get one message each. */
    recipients: z.array(z.strictObject({ member_id: id, name: z.string(), img_url: z.string().nullable() })),
    /** Pending: listed as invitees, no mail until they joined. */
    pending: z.array(z.strictObject({ member_id: id, name: z.string(), img_url: z.string().nullable() })),
  }),
});

export const deleteMeeting = endpoint({
  name: 'meetings.delete',
  summary: 'Delete a draft',
  method: 'DELETE',
  path: '/ajax/meetings/:id',
  access: 'member',
  params: idParams,
  answer: z.strictObject({}),
});
