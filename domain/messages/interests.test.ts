import { expect, test } from 'vitest';
import { copiesWithheld, declarationLine, openedBefore } from './interests.ts';
import { motionMessages } from './motions.ts';

const ada = { name: 'Ada Byron', nature: 'director', isRecused: true, leftAt: '14:32' };

test('the minutes state what a member declared, when the member left, and that the member did not vote', () => {
  expect(declarationLine(ada)).toBe('Ada Byron declared an interest (director), left at 14:32 and did not vote.');
  expect(declarationLine({ ...ada, leftAt: null })).toBe('Ada Byron declared an interest (director) and did not vote.');
  expect(declarationLine({ ...ada, leftAt: null, isRecused: false })).toBe(
    'Ada Byron declared an interest (director).',
  );
  expect(declarationLine({ ...ada, nature: '', leftAt: null })).toBe('Ada Byron did not vote.');
});

test('a declaration states how often the member had opened the papers', () => {
  expect(openedBefore(null, 'They have')).toBe('They have not opened any of its papers.');
  const openedTexts = [1, 2, 7].map((openings) => openedBefore({ papers: 1, openings }, 'You have'));
  const times = ['once', 'twice', '7 times'];
  expect(openedTexts).toEqual(times.map((each) => `You have opened its papers ${each}.`));
});

test('a message about withholding an item lists the meetings that contain copies of it', () => {
  const copy = (meeting: string, takesVote: boolean) => ({ meeting, takesVote });
  expect(copiesWithheld([copy('May', false), copy('June', true)])).toBe(
    'Copies of the item in May are also hidden from them. The item cannot be withheld yet, because this person would lose their vote on a copy in June.',
  );
  const refusal = (names: readonly (string | null)[]) => motionMessages.withholdingTakesVote(names).split('. ')[0];
  expect(refusal(['A', 'B', null])).toMatch(/ in A, B and a meeting that you cannot see, and is not recused there$/);
  expect(refusal([...'ABCDEFG'])).toMatch(/ in A, B, C, D, E and 2 more, and is not recused there$/);
});
