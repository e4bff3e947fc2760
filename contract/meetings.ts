import { z } from 'zod';
import { agendaDepthMax, agendaPurposes } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { guest } from './attendance.ts';
import { audience, audienceInput, audienceMember, wholeBoard } from './audience.ts';
import { dateOptionsInput, dateSearch, datesShown } from './date-options.ts';
import { document } from './documents.ts';
import { endpoint, listBodyBytesMax, longBodyBytesMax } from './endpoint.ts';
import { id, idParams, instant, limits, meetingInstant, optionalLines, optionalText, requiredText } from './fields.ts';
import { pollsOfItem } from './polls.ts';
import {
  draftSummary,
  draftTimes,
  meetingState,
  meetingStatus,
  meetingSummary,
  meetingSummaryShape,
  meetingType,
} from './summaries.ts';

export const agendaPurpose = z.enum(agendaPurposes);

export const agendaItem = z.strictObject({
  id,
  title: z.string(),
  description: z.string(),
  /** 0 for a main item; a sub-item has its parent's depth plus one. */
  depth: z.number().int(),
  purpose: agendaPurpose.nullable(),
  /** A member's name as it is now, or free text. */
  presenter: z.string(),
  /** Null for free text, and where the reader may not see people. */
  presenter_id: id.nullable(),
  presenter_slug: z.string().nullable(),
  /** Null: no time set aside. */
  minutes: z.number().int().nullable(),
  /** Raised by every change of its fields. */
  revision: z.number().int(),
  documents: z.array(document),
});
export type AgendaItem = z.output<typeof agendaItem>;

export const invitee = z.strictObject({
  member_id: id,
  name: z.string(),
  /** Of their address; null of somebody who was removed from the board. */
  slug: z.string().nullable(),
  img_url: z.string().nullable(),
  /** Invited to the board, not joined yet: gets no mail. */
  is_pending: z.boolean(),
  meeting_status: meetingStatus,
});
export type Invitee = z.output<typeof invitee>;

export const meetingCan = z.strictObject({
  edit: z.boolean(),
  /** False once the time for edits is over; documents can always be added. */
  edit_agenda: z.boolean(),
  publish: z.boolean(),
  delete: z.boolean(),
  /** Answer for oneself: invited, published, and the window still open. */
  respond: z.boolean(),
  /** Answer for pending invitees, and reset anybody's answer. */
  answer_for: z.boolean(),
  reschedule: z.boolean(),
  cancel: z.boolean(),
  /** Take the cancelling back. */
  restore: z.boolean(),
  duplicate: z.boolean(),
  take_attendance: z.boolean(),
  notify_changes: z.boolean(),
  remind: z.boolean(),
  /** Make it editable again after its time, and end that. */
  reopen: z.boolean(),
  close: z.boolean(),
});

export const meeting = z.strictObject({
  ...meetingSummaryShape,
  ...draftTimes,
  /** Null once it has its date. */
  date_search: dateSearch.nullable(),
  polls: pollsOfItem,
  join_url: z.string(),
  description: z.string(),
  agenda_items: z.array(agendaItem),
  /** Raised by every change of the agenda: of two answers the one with the higher number is the newer. */
  agenda_revision: z.number().int(),
  /** Documents of the meeting itself, under no item. */
  documents: z.array(document),
  /** Null where the reader may not see people. */
  invitees: z.array(invitee).nullable(),
  /** Null where the reader may not see people. */
  guests: z.array(guest).nullable(),
  /** Whom acts reach; null for who may not edit. */
  counts: z
    .strictObject({
      /** Answers that a rescheduling resets. */
      replied: z.number().int(),
      /** Active invitees: they get mail. */
      recipients: z.number().int(),
      /** Those of them who have not answered. */
      silent: z.number().int(),
    })
    .nullable(),
  /** Null, like `closes_at`, of a draft that has no date yet. */
  attendance_opens_at: instant.nullable(),
  /** From then on agenda, answers and attendance are read-only. */
  closes_at: instant.nullable(),
  is_closed: z.boolean(),
  is_reopened: z.boolean(),
  previous_id: id.nullable(),
  next_id: id.nullable(),
  can: meetingCan,
});
export type Meeting = z.output<typeof meeting>;

export const deletedMeeting = z.strictObject({
  id,
  title: z.string(),
  state: meetingState,
  /** Null of a draft that had no date. */
  start: instant.nullable(),
  finds_date: z.boolean(),
  deleted_at: instant,
  /** When it is removed for good. */
  purged_at: instant,
});
export type DeletedMeeting = z.output<typeof deletedMeeting>;

const meetingFields = {
  title: requiredText(limits.titleCharactersMax),
  type: meetingType,
  start: meetingInstant,
  end: meetingInstant,
  location: optionalText(limits.locationCharactersMax),
  join_url: optionalText(limits.urlCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
};

export const agendaItemInput = z.strictObject({
  title: requiredText(agendaTitleCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax).default(''),
  depth: z.number().int().min(0).max(agendaDepthMax).default(0),
  purpose: agendaPurpose.nullable().default(null),
  presenter: optionalText(limits.presenterCharactersMax).default(''),
  /** A member of the board, whose name then stands for the text. */
  presenter_id: id.nullable().default(null),
  minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable().default(null),
});
export type AgendaItemInput = z.output<typeof agendaItemInput>;

export const endNotBeforeStart = {
  check: (body: { start: string; end: string }) => Date.parse(body.end) >= Date.parse(body.start),
  issue: { path: ['end'], message: validationMessages.meetingEndsBeforeStart },
};

export const listMeetings = endpoint({
  name: 'meetings.list',
  summary:
    'Upcoming meetings, those waiting for a date, drafts and deleted ones (editors), and one year of the archive',
  method: 'GET',
  path: '/ajax/meetings',
  access: 'member',
  query: z.strictObject({ year: z.coerce.number().int().min(1970).max(2200).optional() }),
  answer: z.strictObject({
    /** Soonest first, called off ones among them; the first that is published is the next meeting. */
    upcoming: z.array(meetingSummary),
    /** Members are being asked when it can be; the one with the first option first. */
    finding_date: z.array(meetingSummary),
    drafts: z.array(draftSummary),
    /** Years that have past meetings, newest first. */
    archive_years: z.array(z.number().int()),
    archive_year: z.number().int().nullable(),
    archive: z.array(meetingSummary),
    /** For their editors: what can still be restored, latest first. */
    deleted: z.array(deletedMeeting),
    can: z.strictObject({ create: z.boolean() }),
  }),
});

export const createMeeting = endpoint({
  name: 'meetings.create',
  summary: 'Save a new meeting as a draft, with its agenda',
  method: 'POST',
  path: '/ajax/meetings',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z
    .strictObject({
      ...meetingFields,
      /** Start and end, or dates to choose from; a draft may also have neither. */
      start: meetingInstant.nullable().default(null),
      end: meetingInstant.nullable().default(null),
      date_options: dateOptionsInput.nullable().default(null),
      audience: audienceInput.default(wholeBoard),
      agenda_items: z.array(agendaItemInput).max(limits.agendaItemsMax).default([]),
    })
    .superRefine(({ start, end, date_options: options }, context) => {
      const mark = (field: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [field], message });
      if (options !== null) return;
      if (start === null && end !== null) mark('start', validationMessages.meetingTimeMissing);
      if (end === null && start !== null) mark('end', validationMessages.meetingTimeMissing);
      if (start !== null && end !== null && !endNotBeforeStart.check({ start, end })) {
        mark('end', validationMessages.meetingEndsBeforeStart);
      }
    }),
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
  summary:
    'Change what a meeting says: title, place, join link, description; of a draft also type and times; the dates that are offered until one is picked',
  method: 'PATCH',
  path: '/ajax/meetings/:id',
  access: 'member',
  params: idParams,
  body: z
    .strictObject({
      ...meetingFields,
      /** Null, both, of a draft: it has no date any more. */
      start: meetingInstant.nullable(),
      end: meetingInstant.nullable(),
      /** All of them; one with the same start and end as before keeps its answers. Null, of a draft: start and end hold. */
      date_options: dateOptionsInput.nullable(),
      /** Which dates were offered as the sender knows; one that is not among them was added by somebody else, and stays. */
      date_options_before: datesShown,
    })
    .partial(),
  answer: z.strictObject({ meeting }),
});

export const publishMeeting = endpoint({
  name: 'meetings.publish',
  summary: 'Publish a draft and invite its audience, or ask it for a date; one message each',
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
    /** In words. */
    audience: z.string(),
    /** Get one message each. */
    recipients: z.array(audienceMember),
    /** Pending: listed as invitees, no mail until they joined. */
    pending: z.array(audienceMember),
  }),
});

export const deleteMeeting = endpoint({
  name: 'meetings.delete',
  summary: 'Delete a draft, a cancelled meeting, or one that is over; it can be restored for 30 days',
  method: 'DELETE',
  path: '/ajax/meetings/:id',
  access: 'member',
  params: idParams,
  answer: z.strictObject({}),
});

export const getMeetingAudience = endpoint({
  name: 'meetings.audience',
  summary: 'Who a meeting is for, for its editors',
  method: 'GET',
  path: '/ajax/meetings/:id/audience',
  access: 'member',
  params: idParams,
  answer: z.strictObject({ audience }),
});

export const previewMeetingAudience = endpoint({
  name: 'meetings.previewAudience',
  summary: 'Who would come to see a meeting, and who no longer, with another audience; changes nothing',
  method: 'POST',
  path: '/ajax/meetings/:id/audience/preview',
  access: 'member',
  params: idParams,
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ audience: audienceInput }),
  answer: z.strictObject({
    /** Published and not over: who comes is invited, with one message if active. */
    invites: z.boolean(),
    gaining: z.array(audienceMember),
    losing: z.array(audienceMember),
  }),
});

export const setMeetingAudience = endpoint({
  name: 'meetings.setAudience',
  summary: 'Change who a meeting is for; of one to come, who is new is invited, and the link of who is out ends',
  method: 'PUT',
  path: '/ajax/meetings/:id/audience',
  access: 'member',
  params: idParams,
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ audience: audienceInput }),
  answer: z.strictObject({ meeting }),
});
