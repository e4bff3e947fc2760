import { z } from 'zod';
import { announcement } from './announcements.ts';
import { dateSearch } from './date-options.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { instant, uidParams } from './fields.ts';
import { meetingState, meetingStatus, meetingType } from './meeting-summary.ts';
import { agendaItem } from './meetings.ts';
import { poll } from './polls.ts';
import { boardFace } from './start.ts';

/** A meeting as a magic visitor sees it: that one item, no people. */
export const magicMeeting = z.strictObject({
  title: z.string(),
  type: meetingType,
  state: meetingState,
  start: instant,
  end: instant,
  location: z.string(),
  join_url: z.string(),
  description: z.string(),
  agenda_items: z.array(agendaItem),
  documents: z.array(document),
  meeting_status: meetingStatus,
  /** Null once it has its date; start and end are then its own. */
  date_search: dateSearch.nullable(),
  polls: z.array(poll),
  /** `read`: the board shows text, agenda and documents by link; else only what is needed to answer comes. */
  can: z.strictObject({ respond: z.boolean(), read: z.boolean() }),
});
export type MagicMeeting = z.output<typeof magicMeeting>;

export const getMagicMeeting = endpoint({
  name: 'magic.getMeeting',
  summary: 'The one meeting that a magic link opens; changes nothing',
  method: 'GET',
  path: '/ajax/magic/meetings/:uid',
  access: 'magic',
  params: uidParams,
  answer: z.strictObject({
    board: boardFace.extend({ time_zone: z.string() }),
    /** Whose link it is: first name, for the greeting. */
    first_name: z.string(),
    meeting: magicMeeting,
  }),
});

export const openMagicDocument = endpoint({
  name: 'magic.openDocument',
  summary: 'A document of the magic meeting, for the viewer',
  method: 'GET',
  path: '/meeting/:uid/document/:id',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  query: z.strictObject({ download: z.literal('1').optional() }),
  reply: 'file',
});

/** An announcement as a magic visitor sees it. `body` null: the board's links show no papers, and a member logs in to read. */
export const magicAnnouncement = announcement
  .pick({ title: true, publish_on: true, edited_at: true, audience: true, documents: true })
  .extend({ author_name: z.string().nullable(), body: announcement.shape.body.nullable(), polls: z.array(poll) });
export type MagicAnnouncement = z.output<typeof magicAnnouncement>;

export const getMagicAnnouncement = endpoint({
  name: 'magic.getAnnouncement',
  summary: 'The one announcement that a magic link opens; changes nothing',
  method: 'GET',
  path: '/ajax/magic/announcements/:uid',
  access: 'magic',
  params: uidParams,
  answer: z.strictObject({
    board: boardFace.extend({ time_zone: z.string() }),
    first_name: z.string(),
    announcement: magicAnnouncement,
  }),
});

export const openMagicAnnouncementDocument = endpoint({
  name: 'magic.openAnnouncementDocument',
  summary: 'A document of the magic announcement, for the viewer',
  method: 'GET',
  path: '/announcement/:uid/document/:id',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  query: z.strictObject({ download: z.literal('1').optional() }),
  reply: 'file',
});
