import { expect, test } from 'vitest';
import { bodyOfPoll, emptyPoll, pollFormErrors } from './poll-form.ts';

const zone = 'America/Halifax';
const asked = { ...emptyPoll, question: 'Lunch?', options: [{ text: 'Yes' }, { text: 'No' }, { text: ' ' }] };

test('rows left empty at the end are no options, and an anonymous poll shows its results after closing', () => {
  expect(bodyOfPoll({ ...asked, is_anonymous: true, results: 'always' }, zone)).toMatchObject({
    options: ['Yes', 'No'],
    results: 'after-closing',
    closes_at: null,
  });
});

test('a date alone closes at the end of that day, in the board’s zone', () => {
  expect(bodyOfPoll({ ...asked, closes_date: '2026-11-18' }, zone).closes_at).toBe('2026-11-19T03:59:00.000Z');
});

test('complaints stand under their fields', () => {
  expect([...pollFormErrors(emptyPoll, zone)].toSorted()).toEqual([
    ['options.0.text', 'This field is required.'],
    ['options.1.text', 'This field is required.'],
    ['question', 'This field is required.'],
  ]);
  const twice = { ...asked, options: [{ text: 'Yes' }, { text: ' yes' }] };
  expect([...pollFormErrors(twice, zone)]).toEqual([['options.1.text', 'This field cannot be a duplicate']]);
});

test('M6 an empty poll names its fields from the top, each once', () => {
  const required = 'This field is required.';
  expect([...pollFormErrors(emptyPoll, 'UTC')]).toEqual([
    ['question', required],
    ['options.0.text', required],
    ['options.1.text', required],
  ]);
});
