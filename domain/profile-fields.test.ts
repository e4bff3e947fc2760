import { expect, test } from 'vitest';
import {
  calendarDateText,
  fieldListErrors,
  profileValueError,
  telephoneAddress,
  tidyOptions,
} from './profile-fields.ts';

test('a date field accepts only real calendar dates', () => {
  const date = { kind: 'date', required: false, options: [] } as const;
  expect(profileValueError(date, '2024-02-29')).toBeNull();
  expect(profileValueError(date, '2023-02-29')).toBe('This is not a valid date');
  expect([calendarDateText('2024-06-12'), calendarDateText('some day')]).toEqual(['June 12, 2024', 'some day']);
});

test('a telephone number is dialled without its formatting', () => {
  expect(telephoneAddress('+1 (902) 555-0148')).toBe('tel:+19025550148');
  expect([telephoneAddress('ask my office'), telephoneAddress('12')]).toEqual([null, null]);
});

test('a new telephone number needs at least three digits, and a saved value remains valid', () => {
  const phone = { kind: 'phone', required: false, options: [] } as const;
  const good = ['902 555 0148', '+1 (902) 555-0148', '+44 20/7946.0958', '902 555 0148 ext. 12', '555-0148 x3', '911'];
  expect(good.map((value) => profileValueError(phone, value))).toEqual(good.map(() => null));
  for (const value of ['abc', '12', 'ext 1234', '902 555 call me', '902-555-0148 ext', '+()']) {
    expect(profileValueError(phone, value), value).toBe('This field must be in phone number format');
  }
  expect(profileValueError(phone, 'ask my office', 'ask my office')).toBeNull();
});

test('an empty value is valid if the field is optional, and a saved value remains valid', () => {
  const choice = { kind: 'choice', required: false, options: ['A'] } as const;
  expect(profileValueError(choice, '  ')).toBeNull();
  expect(profileValueError({ ...choice, required: true }, '  ')).toBe('This field is required.');
  expect(profileValueError(choice, 'B')).toBe('Choose one of the options');
  expect(profileValueError(choice, 'B', 'B')).toBeNull();
});

test('the name of a profile field must be unique', () => {
  const text = { kind: 'text', options: [] } as const;
  const errors = fieldListErrors(
    ['Work', ' WORK'].map((name) => ({ ...text, name })),
    ['Mobile', 'work'],
  );
  expect(Object.keys(errors)).toEqual(['0.name', '1.name']);
  expect(tidyOptions([' A ', '', 'B'])).toEqual(['A', 'B']);
});
