import { expect, test } from 'vitest';
import { instrument, type Rules } from './source-mutants.ts';

const shown = (text: string, rules: Rules) =>
  instrument('a.ts', text, { rules, from: 0 }).mutants.map(({ name }) => name.replace('a.ts: ', ''));

test('a predicate is true, false, without either side, and compared the other way round', () => {
  expect(shown(`const can = (a: boolean, s: string): boolean => a && s === 'x';`, { predicates: 'all' })).toEqual([
    `a && s === 'x' → true`,
    `a && s === 'x' → false`,
    `a && s === 'x' → without its left side`,
    `a && s === 'x' → without its right side`,
    `s === 'x' → !==`,
  ]);
});

test('a handler loses what it asks, refuses and limits, and a load its conditions except for the board', () => {
  const handler = `
    async function loadRow(scope, id) {
      const row = await scope.tx.where('board_id', '=', scope.board.id).where('id', '=', id).executeTakeFirst();
      if (!row || !canSee(scope, row)) throw notFound();
      authorize(canEdit(scope, row));
      await limits.take(byAddress, ip);
    }`;
  const removed = shown(handler, { handlers: true }).map((each) => each.split(' → ')[1]);
  expect(removed).toEqual([
    `without where('id', '=', id)`,
    'not refused for !canSee(scope, row)',
    'not asked',
    'no limit',
  ]);
});

test('one instrumented source contains all mutants, and a number switches each on', () => {
  const { code } = instrument('a.ts', 'const can = (a, b): boolean => a || b;', {
    rules: { predicates: 'all' },
    from: 7,
  });
  const ask = (active: number | null) =>
    new Function('globalThis', `${code.replace(': boolean', '')}; return can(false, true);`)({
      __mutant: (index: number) => index === active,
    });
  expect([null, 7, 8, 9, 10].map(ask)).toEqual([true, true, false, true, false]);
});
