import { expect, test } from 'vitest';
import type { Vote } from '#contract/motions.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { lateBallotText } from './room-ballot.tsx';

const refused = { voteId: 'vote', refusal: motionMessages.secretIsFinal };
const votesOf = (way: Vote['way'], hasVoted: boolean) => ({
  motions: [
    {
      votes: [
        { id: 'vote', way, state: 'carried', own: { has_voted: hasVoted, choice: null, is_named: false } } as const,
      ],
    },
  ],
});

test('a rejected second ballot in a secret vote shows no error if the first ballot counts', () => {
  expect(lateBallotText(refused, votesOf('secret', true))).toBeNull();
  expect(lateBallotText(refused, votesOf('secret', false))).toBe(motionMessages.secretIsFinal);
});

test('a change to a named ballot that arrives too late shows an error, even though the earlier ballot counts', () => {
  const late = { voteId: 'vote', refusal: motionMessages.voteClosed };
  expect(lateBallotText(late, votesOf('named', true))).toBe(motionMessages.voteClosed);
  expect(lateBallotText({ ...late, refusal: null }, votesOf('named', true))).toBeNull();
  expect(lateBallotText({ ...late, refusal: null }, votesOf('named', false))).toBe(motionMessages.voteClosed);
});
