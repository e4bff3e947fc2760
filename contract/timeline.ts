import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant } from './fields.ts';
import { meetingSummary } from './meetings.ts';

/** Specification, section 3: itemType, start, publish_on, created_at, sortDate. Announcements join with their issue. */
export const timelineItem = z.strictObject({
  id,
  itemType: z.literal('meeting'),
  start: instant,
  publish_on: instant.nullable(),
  created_at: instant,
  sortDate: instant,
  meeting: meetingSummary,
});
export type TimelineItem = z.output<typeof timelineItem>;

export const getDashboard = endpoint({
  name: 'timeline.dashboard',
  summary: 'Next meeting, what waits for an answer, timeline, recent documents',
  method: 'GET',
  path: '/ajax/dashboard',
  access: 'member',
  answer: z.strictObject({
    next_meeting: meetingSummary.nullable(),
    /** Published, in the future, not answered; soonest first. */
    waiting: z.array(meetingSummary),
    /** Newest first. */
    timeline: z.array(timelineItem),
    recent_documents: z.array(
      z.strictObject({
        id,
        title: z.string(),
        extension: z.string(),
        mime_type: z.string(),
        is_link: z.boolean(),
        created_at: instant,
        meeting_id: id,
        meeting_title: z.string(),
        is_new: z.boolean(),
      }),
    ),
    can: z.strictObject({ create: z.boolean() }),
  }),
});
