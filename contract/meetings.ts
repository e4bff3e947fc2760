import { z } from 'zod';
import { agendaDepthMax, agendaPurposes } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import { wholeBoard } from '#domain/audience.ts';
import { standingKinds } from '#domain/deciding.ts';
import { noteCharactersMax } from '#domain/meeting-changes.ts';
import { agendaKinds } from '#domain/meeting-minutes.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { guest } from './attendance.ts';
import { audience, audienceInput, audienceMember } from './audience.ts';
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
  /** It fills itself (`minutes.filledItems`); null: it does not. */
  kind: z.enum(agendaKinds).nullable(),
  /** A member's current name, or free text. */
  presenter: z.string(),
  /** Null for free text, and where the reader may not see people. */
  presenter_id: id.nullable(),
  presenter_slug: z.string().nullable(),
  /** Null: not planned. */
  minutes: z.number().int().nullable(),
  revision: z.number().int(),
  documents: z.array(document),
  /** By whom, when and why it is withheld from the reader: then number and length are all that they get. */
  withheld: z.strictObject({ by: z.string().nullable(), at: instant, reason: z.string() }).nullable(),
});
export type AgendaItem = z.output<typeof agendaItem>;

export const invitee = z.strictObject({
  member_id: id,
  name: z.string(),
  /** Null for a removed member. */
  slug: z.string().nullable(),
  img_url: z.string().nullable(),
  /** Not joined yet: gets no mail. */
  is_pending: z.boolean(),
  meeting_status: meetingStatus,
});
export type Invitee = z.output<typeof invitee>;

export const meetingCan = z.strictObject({
  edit: z.boolean(),
  /** False after closing; documents can always be added. */
  edit_agenda: z.boolean(),
  publish: z.boolean(),
  delete: z.boolean(),
  /** Invited, published and still open. */
  respond: z.boolean(),
  /** For pending invitees; resets anybody's reply. */
  answer_for: z.boolean(),
  reschedule: z.boolean(),
  cancel: z.boolean(),
  /** Undoes the cancellation. */
  restore: z.boolean(),
  duplicate: z.boolean(),
  take_attendance: z.boolean(),
  /** Before attendance opens: who is known not to come. */
  note_apologies: z.boolean(),
  notify_changes: z.boolean(),
  remind: z.boolean(),
  /** Makes it editable after closing, and ends that. */
  reopen: z.boolean(),
  close: z.boolean(),
});

export const meeting = z.strictObject({
  ...meetingSummaryShape,
  ...draftTimes,
  /** Null once it has a date. */
  date_search: dateSearch.nullable(),
  polls: pollsOfItem,
  join_url: z.string(),
  description: z.string(),
  agenda_items: z.array(agendaItem),
  /** Increases with every change of the agenda, so that the latest response wins. */
  agenda_revision: z.number().int(),
  /** Of the meeting itself. */
  documents: z.array(document),
  /** Null where the reader may not see people. */
  invitees: z.array(invitee).nullable(),
  /** Null where the reader may not see people. */
  guests: z.array(guest).nullable(),
  /** Whom actions reach; null for who may not edit. */
  counts: z
    .strictObject({
      /** Replies that rescheduling resets. */
      replied: z.number().int(),
      /** Apologies and other attendance noted, which rescheduling resets as well. */
      marked: z.number().int(),
      /** Active invitees. */
      recipients: z.number().int(),
      /** Recipients who have not replied. */
      silent: z.number().int(),
    })
    .nullable(),
  /** Null, like `closes_at`, for a draft without a date. */
  attendance_opens_at: instant.nullable(),
  /** From then on agenda, replies and attendance are read-only. */
  closes_at: instant.nullable(),
  is_closed: z.boolean(),
  /** Its minutes are approved: who was there stays. */
  has_final_minutes: z.boolean(),
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
  /** Null for a draft without a date. */
  start: instant.nullable(),
  finds_date: z.boolean(),
  deleted_at: instant,
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
  /** The member's name replaces the text. */
  presenter_id: id.nullable().default(null),
  minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable().default(null),
  /** A standing item lists by itself what is open; null: an ordinary item. */
  kind: z.enum(standingKinds).nullable().default(null),
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
    /** As on the dashboard: in session, else the soonest that is neither cancelled nor adjourned. */
    next: meetingSummary.nullable(),
    /** Soonest first, cancelled ones included. */
    upcoming: z.array(meetingSummary),
    /** By first option. */
    finding_date: z.array(meetingSummary),
    drafts: z.array(draftSummary),
    /** Newest first. */
    archive_years: z.array(z.number().int()),
    archive_year: z.number().int().nullable(),
    archive: z.array(meetingSummary),
    /** For editors, latest first. */
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
      /** Start and end, or date options; a draft may have neither. */
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
      /** Null, both, for a draft without a date. */
      start: meetingInstant.nullable(),
      end: meetingInstant.nullable(),
      /** An option with unchanged start and end keeps its replies. Null for a draft with start and end. */
      date_options: dateOptionsInput.nullable(),
      /** The options that the sender saw; others were added meanwhile and stay. */
      date_options_before: datesShown,
      /** What the sender saw of the texts that are sent: one that somebody else has changed since is refused, with how it is now. */
      texts_before: z
        .strictObject({
          title: meetingFields.title,
          location: meetingFields.location,
          description: meetingFields.description,
        })
        .partial(),
    })
    .partial(),
  answer: z.strictObject({ meeting }),
});

/** The editor's own word, in the mail of what is done. */
export const wordToMembers = optionalLines(noteCharactersMax).default('');

export const publishMeeting = endpoint({
  name: 'meetings.publish',
  summary: 'Publish a draft and invite its audience, or ask it for a date; one message each',
  method: 'POST',
  path: '/ajax/meetings/:id/publish',
  access: 'member',
  params: idParams,
  body: z.strictObject({ note: wordToMembers }),
  answer: z.strictObject({ meeting }),
});

/** A message as its reader would see it: words alone. */
export const mailPreview = z.strictObject({
  subject: z.string(),
  heading: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['paragraph', 'note', 'heading']), text: z.string() }),
      z.strictObject({ kind: z.literal('list'), items: z.array(z.string()) }),
      z.strictObject({
        kind: z.literal('facts'),
        rows: z.array(z.strictObject({ label: z.string(), value: z.string() })),
      }),
      z.strictObject({ kind: z.literal('buttons'), label: z.string().nullable(), buttons: z.array(z.string()) }),
      z.strictObject({
        kind: z.literal('agenda'),
        lines: z.array(
          z.strictObject({
            number: z.string(),
            title: z.string(),
            time: z.string().nullable(),
            presenter: z.string().nullable(),
            minutes: z.number().int().nullable(),
          }),
        ),
        /** Of a long agenda: how many items more. */
        more: z.string().nullable(),
      }),
    ]),
  ),
});
export type MailPreview = z.output<typeof mailPreview>;

export const previewPublishing = endpoint({
  name: 'meetings.previewPublishing',
  summary: 'The message that publishing a draft would send; sends nothing',
  method: 'POST',
  path: '/ajax/meetings/:id/publish/preview',
  access: 'member',
  params: idParams,
  body: z.strictObject({ note: wordToMembers }),
  answer: mailPreview,
});

export const sendPublishPreview = endpoint({
  name: 'meetings.sendPublishPreview',
  summary: 'The message that publishing a draft would send, by mail to the editor alone',
  method: 'POST',
  path: '/ajax/meetings/:id/publish/preview/send',
  access: 'member',
  params: idParams,
  body: z.strictObject({ note: wordToMembers }),
  answer: z.strictObject({}),
});

export const listPublishAudience = endpoint({
  name: 'meetings.publishAudience',
  summary: 'Who gets the invitation when the meeting is published',
  method: 'GET',
  path: '/ajax/meetings/:id/publish',
  access: 'member',
  params: idParams,
  answer: z.strictObject({
    audience: z.string(),
    /** Get one message each. */
    recipients: z.array(audienceMember),
    /** Get no mail until they join. */
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
    /** Published and not over: members added are invited. */
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
