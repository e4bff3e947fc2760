import { expect, test } from 'vitest';
import type { AudienceChoices } from '#contract/audience.ts';
import { audienceOfTokens, firstAudience, isSameAudience, pendingText, peopleOf, tokensOf } from './audience.ts';

const person = (id: string) => ({ member_id: id, name: id, img_url: null, is_pending: false, may_be_named: true });
const choices: AudienceChoices = {
  whole_board: true,
  groups: [{ id: 'g', name: 'Finance', member_ids: ['a', 'b'] }],
  people: ['a', 'b', 'c'].map(person),
};

test('choosing the whole board replaces other choices', () => {
  expect(audienceOfTokens(['board', 'group:g'])).toEqual({ whole_board: false, group_ids: ['g'], member_ids: [] });
  expect(audienceOfTokens(['group:g', 'member:a', 'board']).whole_board).toBe(true);
  expect(tokensOf(audienceOfTokens(['group:g', 'member:a']))).toEqual(['group:g', 'member:a']);
});

test('a member who is named and also in a chosen group is counted once', () => {
  const audience = audienceOfTokens(['group:g', 'member:b', 'member:c']);
  expect(peopleOf(choices, audience).map((each) => each.member_id)).toEqual(['a', 'b', 'c']);
  expect(isSameAudience(audience, audienceOfTokens(['member:c', 'member:b', 'group:g']))).toBe(true);
});

test('the default audience is the whole board, or a group admin’s only group', () => {
  expect(tokensOf(firstAudience(choices))).toEqual(['board']);
  expect(tokensOf(firstAudience({ ...choices, whole_board: false }))).toEqual(['group:g']);
  expect(tokensOf(firstAudience({ ...choices, whole_board: false, groups: [] }))).toEqual([]);
});

test('the first two pending invitees are named, and any others are only counted', () => {
  const named = (...names: string[]) => pendingText(names.map((name) => ({ name })));
  expect(named('Daniel Tremblay')).toBe('Daniel Tremblay will be notified when they join');
  expect(named('Ann', 'Ben')).toBe('Ann and Ben will be notified when they join');
  expect(named('Ann', 'Ben', 'Cid', 'Dee')).toBe('Ann, Ben and 2 more will be notified when they join');
});
