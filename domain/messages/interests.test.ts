import { expect, test } from 'vitest';
import { declarationLine, openedBefore } from './interests.ts';

const ada = { name: 'Ada Byron', nature: 'director', isRecused: true, leftAt: '14:32' };

test('the minutes say what was declared, when its member left and that they did not vote, each where it is so', () => {
  expect(declarationLine(ada)).toBe('Ada Byron declared an interest (director), left at 14:32 and did not vote.');
  expect(declarationLine({ ...ada, leftAt: null })).toBe('Ada Byron declared an interest (director) and did not vote.');
  expect(declarationLine({ ...ada, leftAt: null, isRecused: false })).toBe(
    'Ada Byron declared an interest (director).',
  );
  expect(declarationLine({ ...ada, nature: '', leftAt: null })).toBe('Ada Byron did not vote.');
});

test('it is said how often papers were opened before', () => {
  expect(openedBefore(null, 'They have')).toBe('They have opened none of its papers.');
  const said = [1, 2, 7].map((openings) => openedBefore({ papers: 1, openings }, 'You have'));
  expect(said).toEqual([
    'You have opened its papers once.',
    'You have opened its papers twice.',
    'You have opened its papers 7 times.',
  ]);
});
