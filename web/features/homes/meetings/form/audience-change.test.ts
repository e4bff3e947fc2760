import { expect, test } from 'vitest';
import { audienceChangeLines, draftAudienceNote } from './audience-change.ts';

const people = (count: number, isPending = false) =>
  Array.from({ length: count }, (_, nth) => ({ member_id: `${nth}`, name: '', img_url: null, is_pending: isPending }));

const published = { isDraft: false, findsDate: false };
const draft = { isDraft: true, findsDate: false };

test('the note on changing a future meeting’s audience states who gets mail and whose link stops working', () => {
  const change = { invites: true, gaining: [...people(2), ...people(1, true)], losing: people(1) };
  expect(audienceChangeLines(change, published)).toEqual([
    '2 members will now get the invitation by email.',
    '1 member will be notified when they join.',
    '1 member will no longer see the meeting. The link in their earlier email will stop working.',
  ]);
});

test('the note on changing the audience of a draft or a past meeting states who will be invited or can see it', () => {
  const change = { invites: false, gaining: people(1), losing: people(2) };
  expect(audienceChangeLines(change, draft)).toEqual([
    '1 member will also be invited when you publish.',
    '2 members will not be invited.',
  ]);
  expect(audienceChangeLines({ ...change, losing: [] }, published)).toEqual([
    '1 member will also be able to see the meeting.',
  ]);
  expect(audienceChangeLines({ ...change, gaining: [], losing: [] }, published)).toEqual([
    'The same people will be able to see the meeting.',
  ]);
});

test('the note on changing the audience of a meeting without a set date states who is asked for suitable dates', () => {
  const change = { invites: true, gaining: people(2), losing: people(1) };
  expect(audienceChangeLines(change, { isDraft: false, findsDate: true })[0]).toBe(
    '2 members will now be asked by email which dates suit them.',
  );
  expect(audienceChangeLines(change, { isDraft: true, findsDate: true })).toEqual([
    '2 members will also be asked when you ask for a date.',
    '1 member will not be asked.',
  ]);
  expect(draftAudienceNote(true)).not.toMatch(/publish|invited/);
  expect(draftAudienceNote(false)).toMatch(/invited when you publish/);
});
