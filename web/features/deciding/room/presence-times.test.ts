import { describe, expect, test } from 'vitest';
import { enteredInstant, presenceDays } from './presence-times.ts';

const timeZone = 'Europe/Berlin';
const meeting = { opensAt: '2026-11-19T13:30:00Z', endsAt: '2026-11-19T16:00:00Z' };
const days = (given: Partial<Parameters<typeof presenceDays>[0]> = {}) =>
  presenceDays({ ...meeting, presences: [], isOver: false, now: new Date('2026-11-19T15:00:00Z'), ...given }, timeZone);
const presence = (arrived_at: string, left_at: string | null) => ({ arrived_at, left_at });

describe('the days on which a member can have been present', () => {
  test('are limited to the day of a one-day meeting, even weeks after it has ended', () => {
    const oneDay = { first: '2026-11-19', last: '2026-11-19' };
    expect(days()).toEqual(oneDay);
    expect(days({ isOver: true, now: new Date('2026-12-24T15:00:00Z') })).toEqual(oneDay);
  });

  test('extend from the meeting’s opening to its planned end', () => {
    expect(days({ endsAt: '2026-11-21T16:00:00Z' })).toEqual({ first: '2026-11-19', last: '2026-11-21' });
    const late = { opensAt: '2026-11-19T22:45:00Z', endsAt: '2026-11-20T00:15:00Z' };
    expect(days(late)).toEqual({ first: '2026-11-19', last: '2026-11-20' });
  });

  test('include days after the planned end if the meeting runs longer', () => {
    const now = new Date('2026-11-19T23:30:00Z');
    expect(days({ now }).last).toBe('2026-11-20');
    expect(days({ now: new Date('2026-12-24T15:00:00Z') }).last).toBe('2026-11-20');
    const presences = [presence('2026-11-19T14:00:00Z', '2026-11-20T00:30:00Z')];
    expect(days({ presences, isOver: true }).last).toBe('2026-11-20');
    expect(days({ presences: [presence('2026-11-20T00:30:00Z', null)], isOver: true }).last).toBe('2026-11-20');
  });
});

describe('an entered presence time', () => {
  test('keeps its seconds and UTC offset if it is unchanged', () => {
    const was = '2026-10-25T01:30:17.250Z';
    expect(enteredInstant({ date: '2026-10-25', time: '02:30' }, was, timeZone)).toBe(was);
    expect(enteredInstant({ date: '2026-10-25', time: '02:31' }, was, timeZone)).toBe(`2026-10-25T02:31[${timeZone}]`);
    expect(enteredInstant({ date: '2026-10-24', time: '02:30' }, was, timeZone)).toBe(`2026-10-24T02:30[${timeZone}]`);
  });
});
