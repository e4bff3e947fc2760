import { z } from 'zod';
import { calendarTypes } from '#domain/calendar.ts';
import { endpoint } from './endpoint.ts';
import { id, uidParams } from './fields.ts';

export const calendarType = z.enum(calendarTypes);

export const addToCalendar = endpoint({
  name: 'calendar.add',
  summary: 'Add one meeting: a redirect to the vendor’s page, or the .ics file',
  route: 'GET /meetings/addtocalendar/:id/:type',
  access: 'member',
  board: 'meeting-id',
  params: z.strictObject({ id, type: calendarType }),
  reply: 'file',
});

export const addToCalendarByMagic = endpoint({
  name: 'calendar.addByMagic',
  summary: 'Add one meeting from a magic link: a redirect to the vendor’s page, or the .ics file',
  route: 'GET /addtocalendar/:uid/:type',
  access: 'magic',
  params: uidParams.extend({ type: calendarType }),
  reply: 'file',
});

export const subscribeToCalendar = endpoint({
  name: 'calendar.subscribe',
  summary: 'Subscribe to the feed of a meeting’s board, by its id or by a magic uid; visitors log in first',
  route: 'GET /meetings/subscribetocalendar/:id/:type',
  access: 'public',
  params: z.strictObject({ id: z.string().min(10).max(100), type: calendarType }),
  reply: 'file',
});

export const subscribeToAnyCalendar = endpoint({
  name: 'calendar.subscribeGeneric',
  summary: 'Subscribe to the feed of the current board; visitors log in first',
  route: 'GET /meetings/genericsubscribetocalendar/:type',
  access: 'public',
  params: z.strictObject({ type: calendarType }),
  reply: 'file',
});

export const calendarFeed = z.strictObject({ board_id: id, title: z.string(), address: z.string() });
export type CalendarFeed = z.output<typeof calendarFeed>;

export const listFeeds = endpoint({
  name: 'feeds.list',
  summary: 'One’s own calendar addresses, one for each board',
  route: 'GET /ajax/feeds',
  access: 'signed-in',
  answer: z.strictObject({ feeds: z.array(calendarFeed) }),
});

export const renewFeed = endpoint({
  name: 'feeds.renew',
  summary: 'Create a new address for the feed of a board; the old one stops working',
  route: 'POST /ajax/feeds/renew',
  access: 'signed-in',
  body: z.strictObject({ board_id: id }),
  answer: z.strictObject({ feed: calendarFeed }),
});

export const openFeed = endpoint({
  name: 'feeds.open',
  summary: 'A member’s meetings of one board, as a calendar; the address is the secret',
  route: 'GET /feed/:file',
  access: 'public',
  params: z.strictObject({ file: z.string().min(10).max(100) }),
  reply: 'file',
});
