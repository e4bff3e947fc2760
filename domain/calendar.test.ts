import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToCalendarAddress, calendarTypeError, isCalendarType, subscribeAddress } from './calendar.ts';
import { calendarPaths } from './calendar-paths.ts';

const event = {
  title: 'November Board Meeting & AGM',
  start: '2026-11-19T13:30:00Z',
  end: '2026-11-19T16:00:00Z',
  description: 'https://hsht.example/meetings/7\nPapers are ready.',
  location: 'Maple Court, 12 Wharf Road',
  timeZone: 'America/Halifax',
};

test('a calendar type must be selected, and only known types are accepted', () => {
  expect([isCalendarType('outlook365'), isCalendarType('yahoo')]).toEqual([true, false]);
  expect(calendarTypeError(null)).toBe('You need to select a calendar type first.');
  expect([calendarTypeError('ical'), addToCalendarAddress('ical', event)]).toEqual([null, null]);
});

describe('adding an event to a calendar', () => {
  const query = (address: string | null): URLSearchParams => new URL(address ?? '').searchParams;

  test('opens Google’s form with the event filled in', () => {
    const address = addToCalendarAddress('google', event);
    expect(address).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&/);
    expect(Object.fromEntries(query(address))).toMatchObject({
      text: event.title,
      dates: '20261119T133000Z/20261119T160000Z',
      details: event.description,
      location: event.location,
      ctz: 'America/Halifax',
    });
  });

  test.each([
    ['outlook365', 'https://outlook.office.com/calendar/0/deeplink/compose?'],
    ['outlook', 'https://outlook.live.com/calendar/0/deeplink/compose?'],
  ] as const)('opens the compose page of %s', (type, start) => {
    const address = addToCalendarAddress(type, event);
    expect(address?.startsWith(start)).toBe(true);
    expect(address).not.toContain('+');
    expect(Object.fromEntries(query(address))).toMatchObject({
      rru: 'addevent',
      subject: event.title,
      startdt: '2026-11-19T13:30:00.000Z',
      enddt: '2026-11-19T16:00:00.000Z',
      body: event.description,
    });
  });

  test('encodes the title so that it cannot add URL parameters', () => {
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

test('the subscription link for each calendar type contains the feed’s address', () => {
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

test('calendar links have stable addresses', () => {
  const base = 'https://hsht.example';
  expect(calendarPaths.addMeeting(base, '7', 'ical')).toBe('https://hsht.example/meetings/addtocalendar/7/ical');
  expect(calendarPaths.addMagic(base, 'm-babc', 'google')).toBe('https://hsht.example/addtocalendar/m-babc/google');
  expect(calendarPaths.subscribe(base, '7', 'outlook')).toBe(
    'https://hsht.example/meetings/subscribetocalendar/7/outlook',
  );
});
