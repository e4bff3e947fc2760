import { expect, test } from 'vitest';
import { responseCount } from './poll-labels.ts';

test('a poll without invitees does not show the number of answers', () => {
  expect(responseCount({ response_count: 5, invitee_count: 9 })).toBe('5 of 9 have answered');
  expect(responseCount({ response_count: 0, invitee_count: 0 })).toBeNull();
});
