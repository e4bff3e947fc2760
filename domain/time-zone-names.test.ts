import { expect, test } from 'vitest';
import { matchesZone, storedZone, zoneChoices } from './time-zone-names.ts';

const found = (typed: string) =>
  zoneChoices()
    .filter((choice) => matchesZone(choice, typed))
    .map(({ name }) => name);

test.each([
  ['Kolkata', ['Asia/Kolkata']],
  ['calcutta', ['Asia/Kolkata']],
  ['Kyiv', ['Europe/Kyiv']],
  ['Kiev', ['Europe/Kyiv']],
  ['Kathmandu', ['Asia/Kathmandu']],
  ['Katmandu', ['Asia/Kathmandu']],
  ['Yangon', ['Asia/Yangon']],
  ['Rangoon', ['Asia/Yangon']],
  ['Ho Chi Minh', ['Asia/Ho_Chi_Minh']],
  ['Ho_Chi_Minh', ['Asia/Ho_Chi_Minh']],
  ['Saigon', ['Asia/Ho_Chi_Minh']],
  ['UTC', ['UTC']],
  ['India', ['Asia/Kolkata']],
  ['norway', ['Europe/Oslo']],
  ['Mumbai', ['Asia/Kolkata']],
  ['São Paulo', ['America/Sao_Paulo']],
  ['Fort Wayne', ['America/Indiana/Indianapolis', 'America/New_York']],
  ['+5:30', ['Asia/Colombo', 'Asia/Kolkata']],
  ['UTC+0545', ['Asia/Kathmandu']],
  ['GMT −3:30', ['America/St_Johns']],
  ['Atlantis', []],
])('%s is found as %j', (typed, zones) => {
  expect(found(typed)).toEqual(zones);
});

test('every zone is listed once, with its newest name', () => {
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
])('%s is stored as %s', (typed, stored) => {
  expect(storedZone(typed)).toBe(stored);
});
