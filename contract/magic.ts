import { z } from 'zod';
import { announcement } from './announcements.ts';
import { audienceMember } from './audience.ts';
import { dateSearch } from './date-options.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, rights, uidParams } from './fields.ts';
import { agendaItem } from './meetings.ts';
import { poll } from './polls.ts';
import { boardFace, howDatesAre } from './start.ts';
import { meetingState, meetingStatus, meetingType } from './summaries.ts';

const magicLink = z.strictObject({
  member: audienceMember,
  /** `none`: no link exists, for example because the member has not joined. */
  state: z.enum(['open', 'revoked', 'none']),
});
export type MagicLinkOfMember = z.output<typeof magicLink>;

export const magicLinksOfItem = z.strictObject({
  links: z.array(magicLink),
  board_links: z.enum(['full', 'answer', 'off']),
  ends_at: instant,
  can: rights('renew'),
});
export type MagicLinksOfItem = z.output<typeof magicLinksOfItem>;

const oneOf = z.strictObject({ id, member_id: id });

const actsOn = <Path extends 'meetings' | 'announcements'>(path: Path, item: string) => ({
  list: endpoint({
    name: `magic.${path}.list`,
    summary: `For editors: whose secret link to ${item} opens it`,
    route: `GET /ajax/${path}/:id/links`,
    access: 'member',
    answer: magicLinksOfItem,
  }),
  renew: endpoint({
    name: `magic.${path}.renew`,
    summary: 'Send one member a new link; the earlier one stops working',
    route: `POST /ajax/${path}/:id/links/:member_id/renew`,
    access: 'member',
    params: oneOf,
    answer: magicLinksOfItem,
  }),
  revoke: endpoint({
    name: `magic.${path}.revoke`,
    summary: 'End one member’s link without sending a new one',
    route: `POST /ajax/${path}/:id/links/:member_id/revoke`,
    access: 'member',
    params: oneOf,
    answer: magicLinksOfItem,
  }),
});

export const meetingLinks = actsOn('meetings', 'a meeting');
export const announcementLinks = actsOn('announcements', 'an announcement');

const magicPage = {
  board: boardFace.extend({ time_zone: z.string(), date_style: howDatesAre.date_style }),
  first_name: z.string(),
};

/** Contains no names of people, because anyone who has the link can read it. */
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
  date_search: dateSearch.nullable(),
  polls: z.array(poll),
  /** `read`: whether the link also shows the agenda and the documents. */
  can: rights('respond', 'read'),
});
export type MagicMeeting = z.output<typeof magicMeeting>;

export const getMagicMeeting = endpoint({
  name: 'magic.getMeeting',
  summary: 'The one meeting that a magic link opens; changes nothing',
  route: 'GET /ajax/magic/meetings/:uid',
  access: 'magic',
  params: uidParams,
  answer: z.strictObject({ ...magicPage, meeting: magicMeeting }),
});

export const openMagicDocument = endpoint({
  name: 'magic.openDocument',
  summary: 'A document of the magic meeting, for the viewer',
  route: 'GET /meeting/:uid/document/:id',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  query: z.strictObject({ download: z.literal('1').optional() }),
  reply: 'file',
});

export const magicAnnouncement = announcement
  .pick({ title: true, publish_on: true, edited_at: true, audience: true, documents: true })
  .extend({ author_name: z.string().nullable(), body: announcement.shape.body.nullable(), polls: z.array(poll) });

export const getMagicAnnouncement = endpoint({
  name: 'magic.getAnnouncement',
  summary: 'The one announcement that a magic link opens; changes nothing',
  route: 'GET /ajax/magic/announcements/:uid',
  access: 'magic',
  params: uidParams,
  answer: z.strictObject({ ...magicPage, announcement: magicAnnouncement }),
});

export const openMagicAnnouncementDocument = endpoint({
  name: 'magic.openAnnouncementDocument',
  summary: 'A document of the magic announcement, for the viewer',
  route: 'GET /announcement/:uid/document/:id',
  access: 'magic',
  params: uidParams.extend({ id: z.uuid() }),
  query: z.strictObject({ download: z.literal('1').optional() }),
  reply: 'file',
});
