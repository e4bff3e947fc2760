import { expect, test } from 'vitest';
import { isTimeZone } from './time-zone.ts';

test('a time zone is known by its name, not by an offset', () => {
  expect(['America/Halifax', 'Australia/Lord_Howe', 'UTC'].every(isTimeZone)).toBe(true);
  expect(['', 'Mars/Olympus', '+02:00', '-05', '../etc'].some(isTimeZone)).toBe(false);
});
