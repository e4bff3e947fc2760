import { z } from 'zod';
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
