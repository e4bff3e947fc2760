import { expect, test } from 'vitest';
import { askedCount, endedText, needsText, remindedText, rulesText, unansweredText } from './resolution-labels.ts';

const person = (member_id: string) => ({ member_id, name: member_id });

test('members recused from a resolution are not counted as its voters', () => {
  const voters = ['ada', 'bea', 'cleo'].map(person);
  expect(askedCount({ voters, recused: [person('bea')] })).toBe(2);
  expect(askedCount({ voters, recused: [person('bea'), person('gone')] })).toBe(2);
  expect([askedCount({ voters, recused: null }), askedCount({ voters: null, recused: null })]).toEqual([3, null]);
});

test('the rule text of a written resolution states when the resolution passes', () => {
  expect(needsText('majority')).toMatch(
    /^It passes if more than half .+ when all have answered or the deadline is reached\.$/,
  );
  expect(rulesText({ needs: 'majority', eligible: 5, ballots_shown_to: null })).toContain(
    'once all have answered or the deadline is reached',
  );
  expect(needsText('all')).toBe('It passes when everybody is in favour.');
});

test('a reminder is shown with its day and time', () => {
  const at = '2026-11-19T12:31:00.000Z';
  expect(remindedText(at, { now: '2026-11-19T13:00:00.000Z', timeZone: 'UTC' })).toBe('Reminded today, 12:31 PM');
  expect(remindedText(at, { now: '2026-11-20T01:00:00.000Z', timeZone: 'UTC' })).toBe('Reminded yesterday, 12:31 PM');
});

test('the reason for ending a written resolution is quoted after the name of the person who gave it', () => {
  const ended = { decided_at: '2026-11-19T14:00:00.000Z', ended_by: 'Ada Byron', reason: 'Let us talk' } as const;
  const objected = endedText({ ...ended, state: 'to-meeting' }, 'UTC');
  expect(objected).toMatch(
    /^A meeting was requested by Ada Byron, .+\. “Let us talk” The chair or the secretary will put the motion on the next agenda\.$/,
  );
  expect(endedText({ ...ended, state: 'passed' }, 'UTC')).toBeNull();
});

test('a result states how many members answered, and names those who did not if the reader may see their names', () => {
  const of = { received: 1, eligible: 3 };
  const missing = ['Ada', 'Cleo'].map((name) => ({ ...person(name), has_left: false }));
  expect(unansweredText({ ...of, missing })).toBe('1 of 3 answered. Did not answer: Ada, Cleo.');
  expect(unansweredText({ ...of, missing: null })).toBe('1 of 3 answered.');
  expect(unansweredText({ received: 3, eligible: 3, missing: [] })).toBeNull();
});
