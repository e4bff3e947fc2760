import { z } from 'zod';
import { calendarTypes } from '../domain/calendar-types.ts';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { uidParams } from './magic.ts';

export const calendarType = z.enum(calendarTypes);

export const addToCalendar = endpoint({
  name: 'calendar.add',
  summary: 'Add one meeting: a redirect to the vendor’s page, or the .ics file',
  method: 'GET',
  path: '/meetings/addtocalendar/:id/:type',
  access: 'member',
  board: 'meeting-id',
  params: z.strictObject({ id, type: calendarType }),
  reply: 'file',
});

export const addToCalendarByMagic = endpoint({
  name: 'calendar.addByMagic',
  summary: 'The same from a magic link',
  method: 'GET',
  path: '/addtocalendar/:uid/:type',
  access: 'magic',
  params: uidParams.extend({ type: calendarType }),
  reply: 'file',
});
