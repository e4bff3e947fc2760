import { z } from 'zod';
import { acceptances, meetingTypes, rsvpLetters } from '#domain/rsvp.ts';
import { id, instant } from './fields.ts';

/** An announcement as lists show it; apart from its calls, since the first screen lists some. */

export const announcementState = z.enum(['draft', 'scheduled', 'published']);
export type AnnouncementState = z.output<typeof announcementState>;

const author = z.strictObject({
  member_id: id,
  name: z.string(),
  img_url: z.string().nullable(),
  /** Null where the reader may not see people, and of somebody who was removed. */
  slug: z.string().nullable(),
});

export const announcementSummaryShape = {
  id,
  title: z.string(),
  state: announcementState,
  /** When it is to be published, or was; null for a draft. */
  publish_on: instant.nullable(),
  created_at: instant,
  author: author.nullable(),
  /** Who it is for, in words: 'Whole board', 'Finance Committee, 2 people'. */
  audience: z.string(),
  document_count: z.number().int(),
  /** Published for the reader, who has not opened it yet. */
  is_unread: z.boolean(),
};

export const announcementSummary = z.strictObject({
  ...announcementSummaryShape,
  /** Its first words. */
  excerpt: z.string(),
});
export type AnnouncementSummary = z.output<typeof announcementSummary>;

/** What a document stands in: the page that lists it. */
export const documentHome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('meeting'), id }),
  z.strictObject({ kind: z.literal('announcement'), id }),
  /** `folder_id` null: in the category directly. */
  z.strictObject({ kind: z.literal('library'), category_id: id, folder_id: id.nullable() }),
]);
export type DocumentHome = z.output<typeof documentHome>;

/** A meeting as lists show it; apart from its calls, since the first screen lists some. */

export const meetingType = z.enum(meetingTypes);
export const meetingState = z.enum(['draft', 'finding-date', 'published', 'cancelled']);
export const acceptance = z.enum(acceptances);
export const letter = z.enum(rsvpLetters);

export const meetingStatus = z.strictObject({
  acceptance,
  /** Null: not marked. */
  attendance: z.boolean().nullable(),
  answered_at: instant.nullable(),
});
export type MeetingStatus = z.output<typeof meetingStatus>;

/** What lists show of a meeting that finds its date. */
const dateSearchSummary = z.strictObject({
  option_count: z.number().int(),
  /** Options that the reader, if invited, has not answered. */
  unanswered_count: z.number().int(),
});

export const meetingSummaryShape = {
  id,
  title: z.string(),
  type: meetingType,
  state: meetingState,
  /** While it finds its date: the first start and the last end of its options. */
  start: instant,
  end: instant,
  /** It has dates to choose from instead of a date. */
  finds_date: z.boolean(),
  location: z.string(),
  /** Who it is for, in words: 'Whole board', 'Finance Committee, 2 people'. */
  audience: z.string(),
  agenda_item_count: z.number().int(),
  document_count: z.number().int(),
  /** The reader's own answer; null when not invited. */
  meeting_status: meetingStatus.nullable(),
};
export const meetingSummary = z.strictObject({
  ...meetingSummaryShape,
  /** Null once it has its date. */
  date_search: dateSearchSummary.nullable(),
  can: z.strictObject({
    /** Answer for oneself: invited, published, and the window still open. */
    respond: z.boolean(),
  }),
});
export type MeetingSummary = z.output<typeof meetingSummary>;

/** A draft may have no date yet: then it has neither start nor end. */
export const draftTimes = { start: instant.nullable(), end: instant.nullable() };
export const draftSummary = meetingSummary.extend(draftTimes);
export type DraftSummary = z.output<typeof draftSummary>;
