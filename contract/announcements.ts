import { z } from 'zod';
import { wholeBoard } from '#domain/audience.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { type RichText, richTextCharactersMax, richTextFault } from '#domain/rich-text.ts';
import { audience, audienceInput, audienceMember } from './audience.ts';
import { document } from './documents.ts';
import { endpoint, longBodyBytesMax } from './endpoint.ts';
import { id, instant, limits, plannedInstant, requiredText, revision, rights } from './fields.ts';
import { pollsOfItem } from './polls.ts';
import { announcementSummary, announcementSummaryShape } from './summaries.ts';

export const richText = z.looseObject({ type: z.literal('doc') }).superRefine((value, context) => {
  const fault = richTextFault(value);
  const message =
    fault === 'length' ? validationMessages.maxLength(richTextCharactersMax) : validationMessages.unknownFormatting;
  if (fault !== null) context.addIssue({ code: 'custom', message });
}) as unknown as z.ZodType<RichText, RichText>;

export const announcement = z.strictObject({
  ...announcementSummaryShape,
  body: richText,
  documents: z.array(document),
  polls: pollsOfItem,
  edited_at: instant.nullable(),
  revision: z.number().int(),
  opened: z.strictObject({ count: z.number().int(), of: z.number().int() }).nullable(),
  audience_named: audience.nullable(),
  can: rights('edit', 'publish', 'unpublish', 'delete'),
});

export type Announcement = z.output<typeof announcement>;

export const deletedAnnouncement = z.strictObject({
  id,
  title: z.string(),
  purged_at: instant,
});

export type DeletedAnnouncement = z.output<typeof deletedAnnouncement>;

const answer = z.strictObject({ announcement });

export const announcementTitle = requiredText(limits.titleCharactersMax);

export const listAnnouncements = endpoint({
  name: 'announcements.list',
  summary: 'Published announcements, newest first; for their editors also drafts, scheduled and deleted ones',
  route: 'GET /ajax/announcements',
  access: 'member',
  query: z.strictObject({
    before: instant.optional(),
    before_id: id.optional(),
  }),
  answer: z.strictObject({
    published: z.array(announcementSummary),
    has_more: z.boolean(),
    scheduled: z.array(announcementSummary),
    drafts: z.array(announcementSummary),
    deleted: z.array(deletedAnnouncement),
    can: rights('create'),
  }),
});

export const createAnnouncement = endpoint({
  name: 'announcements.create',
  summary: 'Save a new announcement as a draft',
  route: 'POST /ajax/announcements',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z.strictObject({ title: announcementTitle, body: richText, audience: audienceInput.default(wholeBoard) }),
  answer,
});

export const getAnnouncement = endpoint({
  name: 'announcements.get',
  summary: 'One announcement; records that the reader has opened it',
  route: 'GET /ajax/announcements/:id',
  access: 'member',
  answer,
});

export const updateAnnouncement = endpoint({
  name: 'announcements.update',
  summary: 'Change title, text and audience; members added to a published announcement get the message',
  route: 'PATCH /ajax/announcements/:id',
  access: 'member',
  bodyBytesMax: longBodyBytesMax,
  body: z.strictObject({
    revision,
    title: announcementTitle.optional(),
    body: richText.optional(),
    audience: audienceInput.optional(),
  }),
  answer,
});

export const publishAnnouncement = endpoint({
  name: 'announcements.publish',
  summary: 'Publish now, with one message to each active member of the audience, or at a later time',
  route: 'POST /ajax/announcements/:id/publish',
  access: 'member',
  body: z.strictObject({
    /** If null, the server publishes the announcement immediately. */
    publish_on: plannedInstant.nullable(),
  }),
  answer,
});

export const unpublishAnnouncement = endpoint({
  name: 'announcements.unpublish',
  summary: 'Make a scheduled or published announcement a draft again',
  route: 'POST /ajax/announcements/:id/unpublish',
  access: 'member',
  answer,
});

export const deleteAnnouncement = endpoint({
  name: 'announcements.delete',
  summary: 'Delete an announcement; it can be restored for 30 days',
  route: 'DELETE /ajax/announcements/:id',
  access: 'member',
});

export const undeleteAnnouncement = endpoint({
  name: 'announcements.undelete',
  summary: 'Bring a deleted announcement back as it was',
  route: 'POST /ajax/announcements/:id/undelete',
  access: 'member',
  answer,
});

export const listAnnouncementReaders = endpoint({
  name: 'announcements.readers',
  summary: 'For editors: who in the audience has opened an announcement, and who has not',
  route: 'GET /ajax/announcements/:id/readers',
  access: 'member',
  answer: z.strictObject({
    opened: z.array(audienceMember.extend({ opened_at: instant })),
    not_opened: z.array(audienceMember),
    pending: z.array(audienceMember),
  }),
});
