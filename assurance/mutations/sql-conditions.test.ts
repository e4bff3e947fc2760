import { expect, test } from 'vitest';
import { conditionsOf } from './sql-conditions.ts';

const changes = (sql: string): readonly string[] =>
  conditionsOf(sql).map(({ start, end, instead }) => `${sql.slice(0, start)}${instead}${sql.slice(end)}`);

test('each part of a conjunction is made true, a range being one part', () => {
  expect(changes('select 1 from t where a = 1 and b between 2 and 3 order by c')).toEqual([
    'select 1 from t where true and b between 2 and 3 order by c',
    'select 1 from t where a = 1 and true order by c',
  ]);
});

test('each part of a disjunction is made false, in brackets too, and the whole of it true', () => {
  expect(changes('delete from t where a and (b or c)')).toEqual([
    'delete from t where true and (b or c)',
    'delete from t where a and true',
    'delete from t where a and (false or c)',
    'delete from t where a and (b or false)',
  ]);
});

test('a branch is taken always and never', () => {
  expect(changes('if not found then return; end if;')).toEqual([
    'if true then return; end if;',
    'if false then return; end if;',
  ]);
});

test('conditions of subqueries, joins and cases are found where they stand, what is compared in a case is none', () => {
  expect(changes(`select case when a then 1 end, case x when 1 then 2 end from t join u on t.id = u.id`)).toEqual([
    `select case when true then 1 end, case x when 1 then 2 end from t join u on t.id = u.id`,
    `select case when false then 1 end, case x when 1 then 2 end from t join u on t.id = u.id`,
    `select case when a then 1 end, case x when 1 then 2 end from t join u on true`,
  ]);
  expect(changes('select exists (select from u where u.a)')).toEqual([
    'select true',
    'select exists (select from u where true)',
  ]);
});

test('no condition: conflicts, distinct rows, what is true already, comments and literals', () => {
  expect(
    changes(`select distinct on (a) b from t join lateral u on true -- where x
             on conflict (a) do nothing returning 'where y'`),
  ).toEqual([]);
});
