import { expect, test } from 'vitest';
import type { Deciding, DecidingBody } from '#contract/deciding.ts';
import { bodyDefaults, presetDefaults } from '#domain/deciding.ts';
import { changesOf, formErrors, formOf, hasVoterChanges, textErrors } from './deciding-form.ts';

const body = (id: string): DecidingBody => ({
  id,
  group_id: id === 'board' ? null : id,
  name: id,
  voters: 3,
  member_ids: [],
  non_voter_ids: [],
  ...bodyDefaults,
  chair_id: null,
  secretary_id: null,
});
const deciding = (ids: readonly string[]): Deciding => ({
  remote_counts: true,
  check_in: 'self',
  action_reminder_days: [7, 0],
  revision: 0,
  confirmed_at: null,
  ...presetDefaults,
  vote_way: 'named',
  secret_votes: true,
  seconder: false,
  suggestions: false,
  withholding: true,
  ballots_shown_to: 'desk',
  minutes_names: 'who-asked',
  minutes_approval: 'next-meeting',
  comment_days: 7,
  written_objection: true,
  written_hours: 168,
  written_confirmed: false,
  interests_months: 12,
  new_members_vote: true,
  standing_items: ['declarations', 'action-items'],
  bodies: ids.map(body),
  people: [],
  can: { edit: true },
});
const opened = formOf(deciding(['board', 'audit', 'pay']));
const typed = {
  ...opened,
  bodies: opened.bodies.map((each) =>
    each.id === 'board' ? each : { ...each, seats: each.id === 'audit' ? '5' : '7' },
  ),
};

test('only changed decision rules of existing decision-making bodies are sent', () => {
  const all = deciding(['board', 'audit', 'pay']);
  expect(changesOf(opened, opened, all)).toEqual({});
  const sent = (now: Deciding) => changesOf(opened, typed, now).bodies?.map(({ id, seats }) => [id, seats]);
  expect(sent(all)).toEqual([
    ['audit', 5],
    ['pay', 7],
  ]);
  expect(sent(deciding(['board', 'pay']))).toEqual([['pay', 7]]);
  expect(changesOf(opened, typed, deciding(['board']))).toEqual({});
  expect(changesOf(opened, { ...opened, remote_counts: false }, all)).toEqual({ remote_counts: false });
});

test('changed voting rights are sent only for people who are still members', () => {
  const voting = (memberIds: readonly string[], silent: readonly string[]): Deciding => ({
    ...deciding(['board']),
    bodies: [{ ...body('board'), member_ids: [...memberIds], non_voter_ids: [...silent] }],
  });
  const before = voting(['a', 'b', 'c', 'd'], ['a']);
  const form = formOf(before);
  const switched = { ...form, bodies: form.bodies.map((each) => ({ ...each, non_voter_ids: ['b', 'd'] })) };
  const switches = [
    { member_id: 'a', votes: true },
    { member_id: 'b', votes: false },
  ];
  const { bodies } = changesOf(form, switched, voting(['a', 'b', 'c'], ['a']));
  expect(bodies).toMatchObject([{ id: 'board', switched: switches }]);
  expect(hasVoterChanges(form, switched, before)).toBe(true);
  expect(hasVoterChanges(form, form, before)).toBe(false);
});

test('errors in the rules of a removed decision-making body do not prevent saving', () => {
  const wrong = {
    ...opened,
    bodies: opened.bodies.map((each) => ({ ...each, seats: each.id === 'audit' ? 'x' : '' })),
  };
  expect(formErrors(wrong, deciding(['board', 'audit', 'pay']))).toEqual([
    { at: 1, id: 'audit', errors: { seats: 'This field must be a whole number' } },
  ]);
  expect(formErrors(wrong, deciding(['board', 'pay']))).toEqual([]);
});

test('changed settings for minutes are sent', () => {
  const all = deciding(['board']);
  const form = formOf(all);
  const changed = { minutes_names: 'all', minutes_approval: 'written', minutes_signed_by: 'both' } as const;
  expect(changesOf(form, { ...form, ...changed, comment_days: '0', interests_months: '6' }, all)).toEqual({
    ...changed,
    comment_days: 0,
    interests_months: 6,
  });
  expect(changesOf(form, { ...form, standing_items: ['declarations'] }, all)).toEqual({
    standing_items: ['declarations'],
  });
  const valid = ['', '0', '60', '61', 'x'].map(
    (days) => textErrors({ ...form, comment_days: days }).comment_days === null,
  );
  expect(valid).toEqual([false, true, true, false, false]);
});
