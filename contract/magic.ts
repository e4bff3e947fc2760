import { z } from 'zod';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { agendaItem, meetingState, meetingStatus, meetingType } from './meetings.ts';
import { boardFace } from './start.ts';

export const uidParams = z.strictObject({ uid: z.string().min(10).max(100) });

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
  can: z.strictObject({ respond: z.boolean() }),
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
