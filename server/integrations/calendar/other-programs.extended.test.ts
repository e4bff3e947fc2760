import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { type CalendarMeeting, calendarFeed, calendarFile } from './calendar-file.ts';

const timeZone = 'America/Halifax';
const common = {
  timeZone,
  baseUrl: 'https://dais.example',
  host: 'dais.example',
  organizer: { name: 'Harbour Trust', email: 'no-reply@dais.example' },
  now: new Date('2026-11-16T12:00:00Z'),
};

type Meeting = CalendarMeeting['meeting'];
const meeting = (title: string, from: string, given: Partial<Meeting> = {}): Meeting => {
  const starts = new Date(from);
  const stamp = new Date('2026-10-01T12:00:00Z');
  return {
    id: randomUUID(),
    title,
    type: 'hybrid',
    state: 'published',
    location: '',
    join_url: '',
    description: '',
    sequence: 0,
    created_at: stamp,
    updated_at: stamp,
    starts_at: starts,
    ends_at: new Date(starts.getTime() + 3_600_000),
    ...given,
  };
};
const feedOf = (...meetings: readonly Meeting[]): string =>
  calendarFeed({ ...common, name: 'Harbour Trust', meetings });

const home = testFolder();

const environment = () => ({ PATH: process.env.PATH ?? '', HOME: home, TZ: timeZone, LANG: 'C.UTF-8' });

function fileWith(text: string): string {
  const path = join(home, `${randomUUID()}.ics`);
  writeFileSync(path, text);
  return path;
}

function readByKhal(...texts: readonly string[]): readonly string[] {
  const folder = join(home, randomUUID());
  mkdirSync(join(folder, 'calendar'), { recursive: true });
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      `[calendars]\n[[board]]\npath = ${join(folder, 'calendar')}`,
      `[sqlite]\npath = ${join(folder, 'khal.db')}`,
      `[locale]\nlocal_timezone = ${timeZone}\ndefault_timezone = ${timeZone}\ntimeformat = %H:%M`,
      'dateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M',
      '[default]\ndefault_calendar = board\n',
    ].join('\n'),
  );
  const khal = (...args: readonly string[]) =>
    execFileSync('khal', ['-c', config, ...args], { env: environment(), encoding: 'utf8' });
  for (const text of texts) khal('import', '--batch', '-a', 'board', fileWith(text));
  const format = '{start-long}|{end-long}|{title}|{location}|{status}';
  return khal('list', '--day-format', '', '--format', format, '2026-01-01', '1200d')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readByCalcurse(text: string): readonly string[] {
  const folder = join(home, randomUUID());
  mkdirSync(folder);
  const calcurse = (...args: readonly string[]) =>
    execFileSync('calcurse', ['-D', folder, ...args], { env: environment(), encoding: 'utf8' });
  const report = calcurse('-i', fileWith(text));
  expect(report).toMatch(/ 0 skipped/);
  const format = '%(start:%Y-%m-%d %H:%M)|%(end:%Y-%m-%d %H:%M)|%m\n';
  return calcurse('-Q', '--filter-type', 'apt', '--from', '01/01/2026', '--days', '1200', '--format-apt', format)
    .split('\n')
    .filter((line) => line.includes('|'));
}

const hybrid = meeting('Budget, hall; and room', '2026-11-23T14:00:00Z', {
  location: 'Harbour Hall',
  join_url: 'https://meet.example/board',
  description: 'First line\nSecond line',
});
const cancelled = meeting('Called off', '2026-11-24T14:00:00Z', { state: 'cancelled', sequence: 1 });

describe('a feed with a hybrid and a cancelled meeting', () => {
  test('can be read by khal', () => {
    expect(readByKhal(feedOf(hybrid, cancelled))).toEqual([
      '2026-11-23 10:00|2026-11-23 11:00|Budget, hall; and room|Harbour Hall|CONFIRMED',
      '2026-11-24 10:00|2026-11-24 11:00|Cancelled: Called off||CANCELLED',
    ]);
  });

  test('can be read by calcurse, which shows the status only in the title', () => {
    expect(readByCalcurse(feedOf(hybrid, cancelled))).toEqual([
      '2026-11-23 10:00|2026-11-23 11:00|Budget, hall; and room',
      '2026-11-24 10:00|2026-11-24 11:00|Cancelled: Called off',
    ]);
  });
});

test('the calendar file of a rescheduled or cancelled meeting updates the existing entry', () => {
  const moved = { ...hybrid, starts_at: new Date('2026-12-01T18:00:00Z'), ends_at: new Date('2026-12-01T19:30:00Z') };
  const file = (given: Meeting) => calendarFile({ ...common, meeting: given });
  const added = file(hybrid);
  const rescheduled = file({ ...moved, sequence: 1 });
  expect(readByKhal(added, rescheduled)).toEqual([
    '2026-12-01 14:00|2026-12-01 15:30|Budget, hall; and room|Harbour Hall|CONFIRMED',
  ]);
  expect(readByKhal(added, rescheduled, file({ ...moved, state: 'cancelled', sequence: 2 }))).toEqual([
    '2026-12-01 14:00|2026-12-01 15:30|Cancelled: Budget, hall; and room|Harbour Hall|CANCELLED',
  ]);
  expect(readByCalcurse(rescheduled)).toEqual(['2026-12-01 14:00|2026-12-01 15:30|Budget, hall; and room']);
});

test('khal and calcurse show correct local times around clock changes', () => {
  const text = feedOf(
    meeting('Day before spring', '2026-03-07T13:00:00Z'),
    meeting('Day of spring', '2026-03-08T12:00:00Z'),
    meeting('Day before autumn', '2026-10-31T12:00:00Z'),
    meeting('The hour that comes twice', '2026-11-01T05:30:00Z'),
    meeting('Day of autumn', '2026-11-01T13:00:00Z'),
  );
  const expected = [
    '2026-03-07 09:00|2026-03-07 10:00|Day before spring',
    '2026-03-08 09:00|2026-03-08 10:00|Day of spring',
    '2026-10-31 09:00|2026-10-31 10:00|Day before autumn',
    '2026-11-01 01:30|2026-11-01 02:30|The hour that comes twice',
    '2026-11-01 09:00|2026-11-01 10:00|Day of autumn',
  ];
  expect(readByKhal(text).map((line) => line.split('|').slice(0, 3).join('|'))).toEqual(expected);
  expect(readByCalcurse(text)).toEqual(expected);
});

test('khal and calcurse can read a feed of five hundred meetings', () => {
  const first = Date.parse('2026-01-05T14:00:00Z');
  const many = Array.from({ length: 500 }, (_, nth) =>
    meeting(`Meeting ${nth + 1}`, new Date(first + nth * 2 * 86_400_000).toISOString()),
  );
  const text = feedOf(...many);
  const titles = many.map(({ title }) => title);
  expect(readByKhal(text).map((line) => line.split('|')[2])).toEqual(titles);
  expect(readByCalcurse(text).map((line) => line.split('|')[2])).toEqual(titles);
}, 120_000);
