import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToCalendarAddress,
  calendarTypeError,
  calendarTypeLabels,
  calendarTypes,
  isCalendarType,
  subscribeAddress,
} from './calendar.ts';
import { calendarPaths } from './calendar-paths.ts';

const event = {
  title: 'November Board Meeting & AGM',
  start: '2026-11-19T13:30:00Z',
  end: '2026-11-19T16:00:00Z',
  description: 'https://hsht.example/meetings/7\nPapers are ready.',
  location: 'Maple Court, 12 Wharf Road',
  timeZone: 'America/Halifax',
};

test('S9.23 the types are google, outlook365, outlook and ical', () => {
  expect(calendarTypes.map((type) => calendarTypeLabels[type])).toEqual(['Google', 'Outlook 365', 'Outlook', 'iCal']);
  expect(isCalendarType('outlook365')).toBe(true);
  expect(isCalendarType('yahoo')).toBe(false);
});

test('S5.16 a type must be chosen first', () => {
  expect(calendarTypeError(null)).toBe('You need to select a calendar type first.');
  expect(calendarTypeError('ical')).toBeNull();
});

describe('adding an event', () => {
  const query = (address: string | null): URLSearchParams => new URL(address ?? '').searchParams;

  test('google opens a filled template', () => {
    const address = addToCalendarAddress('google', event);
    expect(address).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/);
    expect(query(address).get('text')).toBe(event.title);
    expect(query(address).get('dates')).toBe('20261119T133000Z/20261119T160000Z');
    expect(query(address).get('details')).toBe(event.description);
    expect(query(address).get('location')).toBe(event.location);
    expect(query(address).get('ctz')).toBe('America/Halifax');
  });

  test.each([
    ['outlook365', 'https://outlook.office.com/calendar/0/deeplink/compose?'],
    ['outlook', 'https://outlook.live.com/calendar/0/deeplink/compose?'],
  ] as const)('%s opens its compose page', (type, start) => {
    const address = addToCalendarAddress(type, event);
    expect(address?.startsWith(start)).toBe(true);
    expect(address).not.toContain('+');
    expect(query(address).get('rru')).toBe('addevent');
    expect(query(address).get('subject')).toBe(event.title);
    expect(query(address).get('startdt')).toBe('2026-11-19T13:30:00.000Z');
    expect(query(address).get('enddt')).toBe('2026-11-19T16:00:00.000Z');
    expect(query(address).get('body')).toBe(event.description);
  });

  test('ical has no page: it is a file', () => expect(addToCalendarAddress('ical', event)).toBeNull());

  test('no title leaves its parameter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (title) => {
        for (const [type, name] of [
          ['google', 'text'],
          ['outlook', 'subject'],
        ] as const) {
          expect(query(addToCalendarAddress(type, { ...event, title })).get(name)).toBe(title.toWellFormed());
        }
      }),
    );
  });
});

test('subscribing hands over the feed', () => {
  const feed = { address: 'https://hsht.example/feed/abc.ics', name: 'Harbour Street' };
  expect(subscribeAddress('google', feed)).toBe(
    'https://calendar.google.com/calendar/render?cid=webcal%3A%2F%2Fhsht.example%2Ffeed%2Fabc.ics',
  );
  expect(subscribeAddress('outlook365', feed)).toBe(
    'https://outlook.office.com/calendar/0/addfromweb?url=https%3A%2F%2Fhsht.example%2Ffeed%2Fabc.ics&name=Harbour%20Street',
  );
  expect(subscribeAddress('outlook', feed)).toContain('https://outlook.live.com/calendar/0/addfromweb?url=');
  expect(subscribeAddress('ical', feed)).toBe('webcal://hsht.example/feed/abc.ics');
});

test("the board's own calendar addresses are those of the specification", () => {
  const base = 'https://hsht.example';
  expect(calendarPaths.addMeeting(base, '7', 'ical')).toBe('https://hsht.example/meetings/addtocalendar/7/ical');
  expect(calendarPaths.addMagic(base, 'm-babc', 'google')).toBe('https://hsht.example/addtocalendar/m-babc/google');
  expect(calendarPaths.subscribe(base, '7', 'outlook')).toBe(
    'https://hsht.example/meetings/subscribetocalendar/7/outlook',
  );
  expect(calendarPaths.subscribeGeneric(base, 'ical')).toBe(
    'https://hsht.example/meetings/genericsubscribetocalendar/ical',
  );
});
