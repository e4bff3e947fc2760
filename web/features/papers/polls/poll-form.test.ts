import { expect, test } from 'vitest';
import { bodyOfPoll, emptyPoll, pollFormErrors } from './poll-form.ts';

const zone = 'America/Halifax';
const asked = { ...emptyPoll, question: 'Lunch?', options: [{ text: 'Yes' }, { text: 'No' }, { text: ' ' }] };

test('an anonymous poll is sent without trailing empty options and shows its results only after closing', () => {
  expect(bodyOfPoll({ ...asked, is_anonymous: true, results: 'always' }, zone)).toMatchObject({
    options: ['Yes', 'No'],
    results: 'after-closing',
    closes_at: null,
  });
});

test('a closing date without a time means the end of that day in the board’s time zone', () => {
  expect(bodyOfPoll({ ...asked, closes_date: '2026-11-18' }, zone).closes_at).toBe('2026-11-18T23:59[America/Halifax]');
});

test('poll errors are listed in field order, one for each invalid field', () => {
  const required = 'This field is required.';
  const fields = ['question', 'options.0.text', 'options.1.text'];
  expect([...pollFormErrors(emptyPoll, 'UTC')]).toEqual(fields.map((field) => [field, required]));
  const twice = { ...asked, options: [{ text: 'Yes' }, { text: ' yes' }] };
  expect([...pollFormErrors(twice, zone)]).toEqual([['options.1.text', 'This field cannot be a duplicate']]);
});
