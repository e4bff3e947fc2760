import { expect, test } from 'vitest';
import { audienceCount, pendingWords, recipientCount } from './publish-audience.ts';

test('members and pending invitees are told apart', () => {
  const people = [false, false, true].map((is_pending) => ({ is_pending }));
  expect(audienceCount(people)).toBe('2 members, 1 invited');
  expect(audienceCount([{ is_pending: false }])).toBe('1 member');
  expect(recipientCount(0)).toBe('0 members');
});

test('pending invitees are named, many are counted', () => {
  const named = (...names: string[]) => pendingWords(names.map((name) => ({ name })));
  expect(named('Daniel Tremblay')).toBe('Daniel Tremblay will get it on joining');
  expect(named('Ann', 'Ben')).toBe('Ann and Ben will get it on joining');
  expect(named('Ann', 'Ben', 'Cid', 'Dee')).toBe('Ann, Ben and 2 more will get it on joining');
});
