import { expect, test } from 'vitest';
import { storedZone, unlistedZone, zoneChoices, zoneMatcher } from './time-zone-names.ts';

const found = (typed: string) =>
  zoneChoices()
    .filter(zoneMatcher(typed))
    .map(({ name }) => name);

test.each(
  Object.entries({
    'Asia/Kolkata': ['Kolkata', 'Asia/Calcutta', 'India', 'Mumbai', 'Madras', 'New Delhi'],
    'Europe/Kyiv': ['Kyiv', 'Kiev'],
    'Asia/Kathmandu': ['Kathmandu', 'Katmandu', 'UTC+0545'],
    'Asia/Yangon': ['Yangon', 'Rangoon', 'Burma'],
    'Asia/Ho_Chi_Minh': ['Ho Chi Minh', 'Ho_Chi_Minh', 'Saigon'],
    UTC: ['UTC', 'zulu', 'Etc/UTC', 'Etc/GMT', 'GMT0'],
    'Europe/Vienna': ['Österreich', 'Autriche'],
    'Africa/Abidjan': ['Côte d’Ivoire', "Cote d'Ivoire"],
    'Pacific/Chatham': ['UTC+12.75'],
    'Europe/Oslo': ['norway'],
    'America/Sao_Paulo': ['São Paulo'],
    'America/St_Johns': ['GMT −3:30'],
  }).flatMap(([zone, typed]) => typed.map((text) => [text, zone])),
)('searching for %s finds only the time zone %s', (typed, zone) => {
  expect(found(typed ?? '')).toEqual([zone]);
});

test('searching for an offset or a shared name finds all matching time zones', () => {
  for (const typed of ['+5:30', 'GMT+5:30', 'UTC+5.5', '5:30'])
    expect(found(typed)).toEqual(['Asia/Colombo', 'Asia/Kolkata']);
  expect(found('Etc/GMT-5')).toEqual(found('+5'));
  expect(found('Fort Wayne')).toEqual(['America/Indiana/Indianapolis', 'America/New_York']);
  expect(found('Atlantis')).toEqual([]);
});

test('a time zone that this machine does not know is found by a part of its name', () => {
  expect(zoneMatcher('olympus')(unlistedZone('Mars/Olympus_Mons'))).toBe(true);
});

test('every time zone is listed once under its current name', () => {
  const names = zoneChoices().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['America/Moncton', 'America/Halifax', 'Europe/Oslo', 'UTC']));
  expect(new Set(names.map(storedZone)).size).toBe(names.length);
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['Etc/UTC', 'UTC'],
  ['America/Moncton', 'America/Moncton'],
  ['Mars/Olympus', null],
  ['+02:00', null],
])('the time zone %s is stored as %s', (typed, stored) => {
  expect(storedZone(typed)).toBe(stored);
});
