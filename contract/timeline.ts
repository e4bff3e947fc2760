import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, id, instant, rights } from './fields.ts';
import { announcementSummary, documentFace, documentHome, meetingSummary } from './summaries.ts';

const timelineDates = { id, publish_on: instant.nullable(), created_at: instant, sortDate: instant };

export const timelineItem = z.discriminatedUnion('itemType', [
  z.strictObject({ ...timelineDates, itemType: z.literal('meeting'), start: instant, meeting: meetingSummary }),
  z.strictObject({
    ...timelineDates,
    itemType: z.literal('announcement'),
    start: z.null(),
    announcement: announcementSummary,
  }),
]);
export type TimelineItem = z.output<typeof timelineItem>;

export const getDashboard = endpoint({
  name: 'timeline.dashboard',
  summary: 'Next meeting, open requests, timeline and recent documents',
  route: 'GET /ajax/dashboard',
  access: 'member',
  answer: z.strictObject({
    next_meeting: meetingSummary.nullable(),
    waiting: z.array(meetingSummary),
    waiting_dates: z.array(meetingSummary),
    waiting_polls: z.array(
      z.strictObject({
        id,
        question: z.string(),
        closes_at: instant.nullable(),
        itemType: z.enum(['meeting', 'announcement']),
        item_id: id,
        item_title: z.string(),
      }),
    ),
    waiting_resolutions: z.array(z.strictObject({ id, title: z.string(), ends_at: instant })),
    waiting_minutes: z.array(z.strictObject({ id, title: z.string(), comments_until: day })),
    timeline: z.array(timelineItem),
    recent_documents: z.array(
      z.strictObject({
        ...documentFace,
        created_at: instant,
        home: documentHome,
        home_name: z.string(),
        is_new: z.boolean(),
      }),
    ),
    people: z
      .strictObject({
        count: z.number().int(),
        shown: z.array(
          z.strictObject({
            id,
            slug: z.string(),
            name: z.string(),
            img_url: z.string().nullable(),
            is_pending: z.boolean(),
          }),
        ),
        pending: z.array(z.string()),
      })
      .nullable(),
    can: rights('create'),
  }),
});

export const getFirstSteps = endpoint({
  name: 'timeline.firstSteps',
  summary: 'What a new board has done so far; null once a meeting is published or an admin has hidden the steps',
  route: 'GET /ajax/first-steps',
  access: 'board-admin',
  answer: z.strictObject({
    done: z
      .strictObject({ people: z.boolean(), groups: z.boolean(), meeting: z.boolean(), papers: z.boolean() })
      .nullable(),
  }),
});

export const hideFirstSteps = endpoint({
  name: 'timeline.hideFirstSteps',
  summary: 'Hide the first steps from all admins of the board',
  route: 'POST /ajax/first-steps/hide',
  access: 'board-admin',
  body: undefined,
});
