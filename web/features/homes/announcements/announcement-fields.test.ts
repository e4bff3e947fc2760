import { expect, test } from 'vitest';
import { publishTimeOf, readPublishTime } from './announcement-fields.tsx';

const given = { timeZone: 'America/Halifax', now: new Date('2026-11-16T12:00:00Z') };

test('a publishing time in the board’s time zone is converted to an instant and back', () => {
  const value = { when: 'later', date: '2026-11-18', time: '08:00' } as const;
  expect(readPublishTime(value, given)).toEqual({ instant: '2026-11-18T08:00[America/Halifax]' });
  expect(publishTimeOf('2026-11-18T12:00:00.000Z', given.timeZone)).toEqual(value);
  expect(readPublishTime({ ...value, when: 'now' }, given)).toEqual({ instant: null });
});

test('a scheduled publishing time must be complete and in the future', () => {
  expect(readPublishTime({ when: 'later', date: '', time: '' }, given)).toEqual({
    errors: { date: 'This field cannot be empty', time: 'Cannot be empty' },
  });
  expect(readPublishTime({ when: 'later', date: '2026-11-16', time: '07:59' }, given)).toEqual({
    errors: { date: 'Choose a time in the future.' },
  });
});
