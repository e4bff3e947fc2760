import { expect, test } from 'vitest';
import { instrument } from './source-mutants.ts';

const rules = { predicates: 'all', as: 'predicate', handlers: false } as const;
const shown = (text: string, given = rules as Parameters<typeof instrument>[2]['rules']) =>
  instrument('policy.ts', text, { rules: given, from: 0 }).mutants.map(({ what }) => what);

test('a predicate is true, false, without either side, and compared the other way round', () => {
  expect(shown(`const can = (a: boolean, s: string): boolean => a && s === 'x';`)).toEqual([
    `a && s === 'x' → true`,
    `a && s === 'x' → false`,
    `a && s === 'x' → without its left side`,
    `a && s === 'x' → without its right side`,
    `s === 'x' → !==`,
  ]);
});

test('what asks only whether something is there stays: without it nothing would compile', () => {
  expect(shown('function can(row?: Row): boolean { if (!row) return false; return row.a; }')).toEqual([
    '{ if (!row) return false; return row.a; } → always true',
    '{ if (!row) return false; return row.a; } → always false',
  ]);
});

test('lines of handlers: what is asked, what refuses, and what a load looks for', () => {
  const handler = `
    async function loadRow(scope, id) {
      const row = await scope.tx.where('board_id', '=', scope.board.id).where('id', '=', id).executeTakeFirst();
      if (!row || !canSee(scope, row)) throw notFound();
      authorize(canEdit(scope, row));
      await limits.take(byAddress, ip);
    }`;
  expect(
    shown(handler, { predicates: 'none', as: 'guard', handlers: true }).map((each) => each.split(' → ')[1]),
  ).toEqual([`without where('id', '=', id)`, 'not refused for !canSee(scope, row)', 'not asked', 'no limit']);
});

test('who sees a home: its condition and its row twin are true, and nothing else of the file is', () => {
  const visibility = `
    export const canSeeHome = (reader, home): boolean => reader.isAdmin;
    export function homeVisibleWhere(reader) { return sql\`false\`; }
    export const selectVisibleHomes = (reader) => homeVisibleWhere(reader);`;
  const { mutants, code } = instrument('visibility.ts', visibility, {
    rules: { predicates: 'none', as: 'guard', handlers: false, visibility: true },
    from: 0,
  });
  expect(mutants.map(({ kind, name }) => [kind, name.split(' → ')[1]])).toEqual([
    ['visibility', 'canSeeHome'],
    ['visibility', 'homeVisibleWhere'],
  ]);
  expect(code).toContain('globalThis.__mutant?.(0) ? (true) : reader.isAdmin');
  expect(code).toContain('if (globalThis.__mutant?.(1)) return sql`true`;');
});

test('all mutants stand in one source, and each is what its number switches on', () => {
  const { code } = instrument('policy.ts', 'const can = (a, b): boolean => a || b;', { rules, from: 7 });
  const ask = (active: number | null) =>
    new Function('globalThis', `${code.replace(': boolean', '')}; return can(false, true);`)({
      __mutant: (index: number) => index === active,
    });
  expect([null, 7, 8, 9, 10].map(ask)).toEqual([true, true, false, true, false]);
});
