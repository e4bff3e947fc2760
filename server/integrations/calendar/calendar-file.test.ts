import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type CalendarMeeting, calendarFile } from './calendar-file.ts';

const meeting: CalendarMeeting['meeting'] = {
  id: '0199a6f2-7c00-7000-8000-000000000001',
  title: 'Winter meeting',
  type: 'hybrid',
  state: 'published',
  starts_at: new Date('2026-12-10T13:30:00Z'),
  ends_at: new Date('2026-12-10T16:00:00Z'),
  location: 'Old Customs House, Halifax',
  join_url: '',
  description: '',
  sequence: 0,
  created_at: new Date('2026-11-01T09:00:00Z'),
  updated_at: new Date('2026-11-02T09:00:00Z'),
};

function fileOf(changes: Partial<CalendarMeeting['meeting']> = {}, timeZone = 'America/Halifax'): string {
  return calendarFile({
    meeting: { ...meeting, ...changes },
    timeZone,
    baseUrl: 'https://dais.example',
    host: 'dais.example',
    organizer: { name: 'Harbour "Trust"; Halifax', email: 'no-reply@dais.example' },
    now: new Date('2026-11-16T12:00:00Z'),
  });
}

/** Applies the file's own time zone, because ical.js has no list of time zones. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const block = calendar.getFirstSubcomponent('vtimezone');
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('The file has no event.');
  const event = new ICAL.Event(component);
  const instantOf = (time: ICAL.Time): string => {
    const isUtc = time.zone === ICAL.Timezone.utcTimezone;
    if (!isUtc && block) time.zone = new ICAL.Timezone(block);
    return time.toJSDate().toISOString();
  };
  return { calendar, component, event, start: instantOf(event.startDate), end: instantOf(event.endDate) };
}

test('a calendar file contains the meeting’s UID, times, place, link and organizer, but no attendees', () => {
  const { calendar, component, event, start, end } = read(
    fileOf({ join_url: 'https://meet.example.com/a', description: 'Bring it.' }),
  );
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(event.uid).toBe(`${meeting.id}@dais.example`);
  expect([start, end]).toEqual(['2026-12-10T13:30:00.000Z', '2026-12-10T16:00:00.000Z']);
  expect(event.summary).toBe('Winter meeting');
  expect(event.location).toBe('Old Customs House, Halifax');
  expect(component.getFirstPropertyValue('url')).toBe(`https://dais.example/meetings/${meeting.id}`);
  expect(event.description).toBe(
    `View Meeting: https://dais.example/meetings/${meeting.id}\nJoin: https://meet.example.com/a\n\nBring it.`,
  );
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  const organizer = component.getFirstProperty('organizer');
  expect(organizer?.getFirstValue()).toBe('mailto:no-reply@dais.example');
  expect(organizer?.getParameter('cn')).toBe('Harbour "Trust"; Halifax');
  expect(component.getAllProperties('attendee')).toEqual([]);
  expect(component.getAllProperties('transp')).toEqual([]);
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-16T12:00:00Z');
});

test('the calendar file of a cancelled meeting cancels its entry and frees the time', () => {
  const { calendar, component, event } = read(fileOf({ sequence: 3, state: 'cancelled' }));
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(event.uid).toBe(`${meeting.id}@dais.example`);
  expect(event.sequence).toBe(3);
  expect(component.getFirstPropertyValue('organizer')).toBe('mailto:no-reply@dais.example');
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
});

test('a remote or hybrid meeting has its join link as CONFERENCE, and an in-person meeting has none', () => {
  const join_url = `https://meet.example.com/j/85921?pwd=${'aB3_'.repeat(40)}#success`;
  for (const type of ['remote', 'hybrid'] as const) {
    const file = fileOf({ type, join_url });
    const conference = read(file).component.getFirstProperty('conference');
    expect(conference?.getFirstValue()).toBe(join_url);
    expect(conference?.type).toBe('uri');
    expect(conference?.getParameter('feature')).toBe('AUDIO,VIDEO');
    expect(conference?.getParameter('label')).toBe('Join');
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  for (const without of [{ type: 'in-person', join_url } as const, { type: 'remote', join_url: '' } as const]) {
    const file = fileOf({ ...without, location: '' }).replaceAll('\r\n ', '');
    for (const words of ['CONFERENCE', 'Join', 'meet.example.com']) expect(file).not.toContain(words);
  }
});

test('a meeting that starts and ends at the same time has no end in the calendar file', () => {
  const { component, start, end } = read(fileOf({ ends_at: meeting.starts_at }));
  expect(component.getAllProperties('dtend')).toEqual([]);
  expect([start, end]).toEqual(['2026-12-10T13:30:00.000Z', '2026-12-10T13:30:00.000Z']);
});

describe('a calendar file around clock changes', () => {
  test('shows summer and winter meetings at the same local hour', () => {
    const summer = fileOf({ starts_at: new Date('2026-07-09T12:30:00Z'), ends_at: new Date('2026-07-09T15:00:00Z') });
    const winter = fileOf();
    for (const file of [summer, winter]) expect(file).toMatch(/DTSTART;TZID=America\/Halifax:2026\d{4}T093000\r\n/);
    expect(read(summer).start).toBe('2026-07-09T12:30:00.000Z');
    expect(read(winter).start).toBe('2026-12-10T13:30:00.000Z');
  });

  test('uses UTC for the hour that occurs twice in autumn', () => {
    // On this day, 01:30 occurs twice: at 04:30 and at 05:30 UTC.
    for (const hour of ['04', '05']) {
      const starts_at = new Date(`2026-11-01T${hour}:30:00Z`);
      const file = fileOf({ starts_at, ends_at: new Date('2026-11-01T07:00:00Z') });
      expect(file).toContain(`DTSTART:20261101T${hour}3000Z\r\n`);
      expect(read(file).start).toBe(`2026-11-01T${hour}:30:00.000Z`);
    }
  });

  test('contains clock changes only around the start and the end of a very long meeting', () => {
    const times = { starts_at: new Date('1990-07-01T12:00:00Z'), ends_at: new Date('2190-12-01T12:00:00Z') };
    const file = fileOf(times);
    expect(file.match(/BEGIN:(STANDARD|DAYLIGHT)/g)?.length).toBeLessThan(12);
    const { start, end } = read(file);
    expect([start, end]).toEqual(['1990-07-01T12:00:00.000Z', '2190-12-01T12:00:00.000Z']);
  });

  test('preserves the start and the end in any time zone and year', () => {
    const zones = ['America/Halifax', 'America/St_Johns', 'Europe/Dublin', 'Asia/Kolkata', 'Australia/Lord_Howe'];
    zones.push('Africa/Casablanca', 'America/Sao_Paulo', 'Pacific/Apia', 'UTC');
    const minuteMs = 60_000;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1990, 0) / minuteMs, max: Date.UTC(2036, 0) / minuteMs }),
        fc.integer({ min: 0, max: 3 * 1440 }),
        (timeZone, startMinute, length) => {
          const starts_at = new Date(startMinute * minuteMs);
          const ends_at = new Date((startMinute + length) * minuteMs);
          const { start, end } = read(fileOf({ starts_at, ends_at }, timeZone));
          expect([start, end]).toEqual([starts_at.toISOString(), ends_at.toISOString()]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('typed text in a calendar file', () => {
  test('cannot start a property, and is stripped of control characters', () => {
    const evil = 'Budget; 50%, \\ or\r\nATTENDEE:mailto:a@example.org\nURL:x\u0007\u0000';
    const file = fileOf({ title: evil, location: evil, description: evil });
    const { component, event } = read(file);
    expect(component.getAllProperties('attendee')).toEqual([]);
    expect(component.getAllProperties('url')).toHaveLength(1);
    expect(event.summary).toBe('Budget; 50%, \\ or\nATTENDEE:mailto:a@example.org\nURL:x');
  });

  test('is stripped of characters that change the writing direction', () => {
    const { event } = read(fileOf({ title: 'Report \u202egpj.exe\u2066', location: '\u202bHall' }));
    expect([event.summary, event.location]).toEqual(['Report gpj.exe', 'Hall']);
  });

  test('is wrapped into lines of at most 75 octets and read back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const file = fileOf({ description: text });
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        const clean = text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
        expect(read(file).event.description.endsWith(clean)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
