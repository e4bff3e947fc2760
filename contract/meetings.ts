import { z } from 'zod';
import { agendaDepthMax, agendaPurposes } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import { wholeBoard } from '#domain/audience.ts';
import { standingKinds } from '#domain/deciding.ts';
import { noteCharactersMax } from '#domain/meeting-changes.ts';
import { agendaKinds } from '#domain/meeting-minutes.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { paperFaults } from '#domain/publish-check.ts';
import { guest } from './attendance.ts';
import { audience, audienceInput, audienceMember } from './audience.ts';
import { dateOptionsInput, dateSearch, datesShown } from './date-options.ts';
import { document } from './documents.ts';
import { endpoint, listBodyBytesMax, longBodyBytesMax } from './endpoint.ts';
import { id, instant, limits, meetingInstant, optionalLines, optionalText, requiredText, rights } from './fields.ts';
import { pollsOfItem } from './polls.ts';
import {
  draftSummary,
  draftTimes,
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
  depth: z.number().int(),
  purpose: agendaPurpose.nullable(),
  kind: z.enum(agendaKinds).nullable(),
  presenter: z.string(),
  presenter_id: id.nullable(),
  presenter_slug: z.string().nullable(),
  minutes: z.number().int().nullable(),
  revision: z.number().int(),
  documents: z.array(document),
  /** Set if the item is withheld from the reader, who then gets only its number and length. */
  withheld: z.strictObject({ by: z.string().nullable(), at: instant, reason: z.string() }).nullable(),
});
export type AgendaItem = z.output<typeof agendaItem>;

export const invitee = audienceMember.extend({ slug: z.string().nullable(), meeting_status: meetingStatus });
export type Invitee = z.output<typeof invitee>;

export const meetingCan = z.strictObject({
  edit: z.boolean(),
  /** False after the meeting is closed. */
  edit_agenda: z.boolean(),
  publish: z.boolean(),
  delete: z.boolean(),
  respond: z.boolean(),
  answer_for: z.boolean(),
  reschedule: z.boolean(),
  cancel: z.boolean(),
  restore: z.boolean(),
  duplicate: z.boolean(),
  take_attendance: z.boolean(),
  note_apologies: z.boolean(),
  notify_changes: z.boolean(),
  remind: z.boolean(),
  reopen: z.boolean(),
  close: z.boolean(),
});

export const meeting = z.strictObject({
  ...meetingSummaryShape,
  ...draftTimes,
  date_search: dateSearch.nullable(),
  polls: pollsOfItem,
  join_url: z.string(),
  description: z.string(),
  agenda_items: z.array(agendaItem),
  /** Increases with every change to the agenda, so that the browser can ignore older responses. */
  agenda_revision: z.number().int(),
  documents: z.array(document),
  invitees: z.array(invitee).nullable(),
  guests: z.array(guest).nullable(),
  counts: z
    .strictObject({
      replied: z.number().int(),
      marked: z.number().int(),
      recipients: z.number().int(),
      silent: z.number().int(),
    })
    .nullable(),
  attendance_opens_at: instant.nullable(),
  /** The time from which agenda, replies and attendance are read-only. */
  closes_at: instant.nullable(),
  is_closed: z.boolean(),
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
  presenter_id: id.nullable().default(null),
  minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable().default(null),
  kind: z.enum(standingKinds).nullable().default(null),
});
export type AgendaItemInput = z.output<typeof agendaItemInput>;

const newAgendaItem = agendaItemInput.extend({
  /** Withholding the original also withholds its copies. */
  copied_from: id.optional(),
});
export type NewAgendaItem = z.output<typeof newAgendaItem>;

export const endNotBeforeStart = {
  check: (body: { start: string; end: string }) => Date.parse(body.end) >= Date.parse(body.start),
  issue: { path: ['end'], message: validationMessages.meetingEndsBeforeStart },
};

export const listMeetings = endpoint({
  name: 'meetings.list',
  summary:
    'Upcoming meetings, those waiting for a date, drafts and deleted ones (editors), and one year of the archive',
  route: 'GET /ajax/meetings',
  access: 'member',
  query: z.strictObject({ year: z.coerce.number().int().min(1970).max(2200).optional() }),
  answer: z.strictObject({
    next: meetingSummary.nullable(),
    upcoming: z.array(meetingSummary),
    finding_date: z.array(meetingSummary),
    drafts: z.array(draftSummary),
    archive_years: z.array(z.number().int()),
    archive_year: z.number().int().nullable(),
    archive: z.array(meetingSummary),
    deleted: z.array(deletedMeeting),
    can: rights('create'),
  }),
});

export const createMeeting = endpoint({
  name: 'meetings.create',
  summary: 'Save a new meeting as a draft, with its agenda',
  route: 'POST /ajax/meetings',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z
    .strictObject({
      ...meetingFields,
      /** Either start and end or date options are required. A draft may omit all of them. */
      start: meetingInstant.nullable().default(null),
      end: meetingInstant.nullable().default(null),
      date_options: dateOptionsInput.nullable().default(null),
      audience: audienceInput.default(wholeBoard),
      agenda_items: z.array(newAgendaItem).max(limits.agendaItemsMax).default([]),
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
  summary: 'One meeting; `quiet` records no visit, for copies on a device',
  route: 'GET /ajax/meetings/:id',
  access: 'member',
  query: z.strictObject({ quiet: z.literal('1').optional() }),
  answer: z.strictObject({ meeting }),
});

export const updateMeeting = endpoint({
  name: 'meetings.update',
  summary:
    'Change a meeting’s title, place, join link and description; also the type and times of a draft, and proposed dates until one is picked',
  route: 'PATCH /ajax/meetings/:id',
  access: 'member',
  body: z
    .strictObject({
      ...meetingFields,
      start: meetingInstant.nullable(),
      end: meetingInstant.nullable(),
      /** An option with unchanged start and end keeps its answers. */
      date_options: dateOptionsInput.nullable(),
      date_options_before: datesShown,
      /** The values that the user saw. If one of them has changed since, the server rejects the update. */
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

export const wordToMembers = optionalLines(noteCharactersMax).default('');

export const publishMeeting = endpoint({
  name: 'meetings.publish',
  summary: 'Publish a draft and invite its audience, or ask it for a date; one message each',
  route: 'POST /ajax/meetings/:id/publish',
  access: 'member',
  body: z.strictObject({ note: wordToMembers }),
  answer: z.strictObject({ meeting }),
});

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
        more: z.string().nullable(),
      }),
    ]),
  ),
});
export type MailPreview = z.output<typeof mailPreview>;

export const previewPublishing = endpoint({
  name: 'meetings.previewPublishing',
  summary: 'The message that publishing a draft would send; sends nothing',
  route: 'POST /ajax/meetings/:id/publish/preview',
  access: 'member',
  body: z.strictObject({ note: wordToMembers }),
  answer: mailPreview,
});

export const sendPublishPreview = endpoint({
  name: 'meetings.sendPublishPreview',
  summary: 'The message that publishing a draft would send, by mail to the editor alone',
  route: 'POST /ajax/meetings/:id/publish/preview/send',
  access: 'member',
  body: z.strictObject({ note: wordToMembers }),
});

export const listPublishAudience = endpoint({
  name: 'meetings.publishAudience',
  summary: 'Who gets the invitation when the meeting is published, and which papers have faults',
  route: 'GET /ajax/meetings/:id/publish',
  access: 'member',
  answer: z.strictObject({
    audience: z.string(),
    recipients: z.array(audienceMember),
    pending: z.array(audienceMember),
    faults: z.array(z.strictObject({ id, fault: z.enum(paperFaults) })),
  }),
});

export const deleteMeeting = endpoint({
  name: 'meetings.delete',
  summary: 'Delete a draft, a cancelled meeting, or one that is over; it can be restored for 30 days',
  route: 'DELETE /ajax/meetings/:id',
  access: 'member',
});

export const getMeetingAudience = endpoint({
  name: 'meetings.audience',
  summary: 'Who a meeting is for, for its editors',
  route: 'GET /ajax/meetings/:id/audience',
  access: 'member',
  answer: z.strictObject({ audience }),
});

export const previewMeetingAudience = endpoint({
  name: 'meetings.previewAudience',
  summary: 'Who would gain or lose access to a meeting with another audience; changes nothing',
  route: 'POST /ajax/meetings/:id/audience/preview',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ audience: audienceInput }),
  answer: z.strictObject({
    invites: z.boolean(),
    gaining: z.array(audienceMember),
    losing: z.array(audienceMember),
  }),
});

export const setMeetingAudience = endpoint({
  name: 'meetings.setAudience',
  summary:
    'Change the audience of a meeting; for a future one, new members are invited and the links of removed ones end',
  route: 'PUT /ajax/meetings/:id/audience',
  access: 'member',
  bodyBytesMax: listBodyBytesMax,
  body: z.strictObject({ audience: audienceInput }),
  answer: z.strictObject({ meeting }),
});
