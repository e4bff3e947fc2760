import { describe, expect, test } from 'vitest';
import {
  confirmedUntil,
  formatMonthOrYear,
  interestsAskedOn,
  isEarlier,
  isMonthOrYear,
  readMonthOrYear,
} from './interests.ts';

describe('the date of an interest', () => {
  test.each([
    [' 2009 ', '2009', '2009'],
    ['4/2024', '2024-04', '4/2024'],
    ['04 / 2024', '2024-04', '4/2024'],
    ['12.2024', '2024-12', '12/2024'],
    ['2024-04', '2024-04', '4/2024'],
  ])('accepts %j', (typed, kept, shown) => {
    expect(readMonthOrYear(typed)).toBe(kept);
    expect(isMonthOrYear(kept)).toBe(true);
    expect(formatMonthOrYear(kept)).toBe(shown);
  });
  test.each(['', 'since long', '13/2024', '0/2024', '09', '20091', '4/1/2024'])('rejects %j', (typed) =>
    expect(isMonthOrYear(readMonthOrYear(typed))).toBe(false),
  );
  test('is compared by year alone unless both dates have a month', () => {
    expect(isEarlier('2023', '2024-04')).toBe(true);
    expect(isEarlier('2024', '2024-04')).toBe(false);
    expect(isEarlier('2024-04', '2024')).toBe(false);
    expect(isEarlier('2024-03', '2024-04')).toBe(true);
    expect(isEarlier('2024-04', '2024-03')).toBe(false);
  });
});

const at = (text: string): Date => new Date(text);
const answers = { confirmedAt: null, declaredAt: null, askedAt: null, sinceAt: at('2026-01-01T12:00:00Z') };

describe('a confirmation of interests', () => {
  test.each([
    ['Europe/Berlin', '2025-03-29T23:30:00Z', '2026-03-30'],
    ['Europe/Berlin', '2025-03-29T22:30:00Z', '2026-03-29'],
    ['Europe/Berlin', '2025-10-25T21:30:00Z', '2026-10-25'],
    ['Europe/Berlin', '2025-10-25T22:30:00Z', '2026-10-26'],
    ['America/Halifax', '2025-03-09T03:30:00Z', '2026-03-08'],
    ['America/Halifax', '2025-03-09T04:30:00Z', '2026-03-09'],
    ['Australia/Lord_Howe', '2025-10-04T13:00:00Z', '2026-10-04'],
    ['Australia/Lord_Howe', '2025-10-04T14:00:00Z', '2026-10-05'],
    ['Australia/Lord_Howe', '2025-04-05T12:30:00Z', '2026-04-05'],
    ['Australia/Lord_Howe', '2025-04-05T13:30:00Z', '2026-04-06'],
    ['Pacific/Auckland', '2025-09-27T11:30:00Z', '2026-09-27'],
    ['Pacific/Auckland', '2025-09-27T12:30:00Z', '2026-09-28'],
  ])('in the time zone %s, made at %s, expires on %s', (timeZone, confirmed, until) => {
    expect(confirmedUntil(at(confirmed), { months: 12, timeZone })).toBe(until);
    expect(interestsAskedOn({ ...answers, confirmedAt: at(confirmed) }, { months: 12, timeZone })).toBe(until);
  });

  test('expires on a date that depends on the board’s time zone', () => {
    const confirmedAt = at('2025-12-31T12:00:00Z');
    expect(confirmedUntil(confirmedAt, { months: 1, timeZone: 'Pacific/Auckland' })).toBe('2026-02-01');
    expect(confirmedUntil(confirmedAt, { months: 1, timeZone: 'America/Halifax' })).toBe('2026-01-31');
  });
});

describe('a request to confirm interests', () => {
  const yearly = { months: 12, timeZone: 'UTC' };
  test('is first made the day after the member joined or the register was started, whichever is later', () =>
    expect(interestsAskedOn(answers, yearly)).toBe('2026-01-02'));
  test('is made a year after the last confirmation, or after the last declaration if nothing was confirmed', () => {
    const declaredAt = at('2026-03-10T12:00:00Z');
    expect(interestsAskedOn({ ...answers, declaredAt }, yearly)).toBe('2027-03-10');
    const confirmedAt = at('2026-02-10T12:00:00Z');
    expect(interestsAskedOn({ ...answers, declaredAt, confirmedAt }, yearly)).toBe('2027-02-10');
  });
  test('is repeated after a year if the member has not replied', () => {
    const askedAt = at('2026-05-01T12:00:00Z');
    expect(interestsAskedOn({ ...answers, askedAt }, yearly)).toBe('2027-05-01');
    expect(interestsAskedOn({ ...answers, askedAt, confirmedAt: at('2025-05-01T12:00:00Z') }, yearly)).toBe(
      '2027-05-01',
    );
  });
  test('is never made if there is no interval', () => {
    expect(interestsAskedOn(answers, { ...yearly, months: 0 })).toBeNull();
    expect(confirmedUntil(at('2026-01-01T12:00:00Z'), { ...yearly, months: 0 })).toBeNull();
  });
});
