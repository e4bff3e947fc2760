import { z } from 'zod';
import { acceptances, meetingTypes, rsvpLetters } from '#domain/rsvp.ts';
import { id, instant, rights } from './fields.ts';

export const announcementState = z.enum(['draft', 'scheduled', 'published']);
export type AnnouncementState = z.output<typeof announcementState>;

const author = z.strictObject({
  member_id: id,
  name: z.string(),
  img_url: z.string().nullable(),
  slug: z.string().nullable(),
});

export const announcementSummaryShape = {
  id,
  title: z.string(),
  state: announcementState,
  publish_on: instant.nullable(),
  created_at: instant,
  author: author.nullable(),
  audience: z.string(),
  document_count: z.number().int(),
  is_unread: z.boolean(),
};

export const announcementSummary = z.strictObject({
  ...announcementSummaryShape,
  excerpt: z.string(),
});
export type AnnouncementSummary = z.output<typeof announcementSummary>;

/** Every list of documents needs these fields. */
export const documentFace = {
  id,
  title: z.string(),
  extension: z.string(),
  mime_type: z.string(),
  is_link: z.boolean(),
};

export const documentHome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('meeting'), id }),
  z.strictObject({ kind: z.literal('announcement'), id }),
  z.strictObject({ kind: z.literal('resolution'), id }),
  z.strictObject({ kind: z.literal('library'), category_id: id, folder_id: id.nullable() }),
]);
export type DocumentHome = z.output<typeof documentHome>;

export const meetingType = z.enum(meetingTypes);
export const meetingState = z.enum(['draft', 'finding-date', 'published', 'cancelled']);
export const acceptance = z.enum(acceptances);
export const letter = z.enum(rsvpLetters);

export const meetingStatus = z.strictObject({
  acceptance,
  attendance: z.boolean().nullable(),
  answered_at: instant.nullable(),
});
export type MeetingStatus = z.output<typeof meetingStatus>;

const dateSearchSummary = z.strictObject({
  option_count: z.number().int(),
  unanswered_count: z.number().int(),
});

export const meetingSummaryShape = {
  id,
  title: z.string(),
  type: meetingType,
  state: meetingState,
  /** While the date is still being decided, `start` is the first option's start and `end` the last option's end. */
  start: instant,
  end: instant,
  finds_date: z.boolean(),
  location: z.string(),
  audience: z.string(),
  agenda_item_count: z.number().int(),
  document_count: z.number().int(),
  meeting_status: meetingStatus.nullable(),
};
export const meetingSummary = z.strictObject({
  ...meetingSummaryShape,
  date_search: dateSearchSummary.nullable(),
  is_adjourned: z.boolean(),
  can: rights('respond'),
});
export type MeetingSummary = z.output<typeof meetingSummary>;

export const draftTimes = { start: instant.nullable(), end: instant.nullable() };
export const draftSummary = meetingSummary.extend(draftTimes);
export type DraftSummary = z.output<typeof draftSummary>;
