import { expect, test } from 'vitest';
import { conditionsOf } from './sql-conditions.ts';

test.each([
  ['select 1 from t where a = 1 and b between 2 and 3 order by c', ['a = 1 → true', 'b between 2 and 3 → true']],
  ['delete from t where a and (b or c)', ['a → true', '(b or c) → true', 'b → false', 'c → false']],
  ['if not found then return; end if;', ['not found → true', 'not found → false']],
  ['select case when a then 1 end, case x when 1 then 2 end', ['a → true', 'a → false']],
  ['select 1 from t join u on t.id = u.id', ['t.id = u.id → true']],
  ['select exists (select from u where u.a)', ['exists (select from u where u.a) → true', 'u.a → true']],
  [`select distinct on (a) b join u on true -- where x\n on conflict (a) do nothing returning 'where y'`, []],
])('the conditions of %j are found', (sql, expected) => {
  const found = conditionsOf(sql).map(({ start, end, instead }) => `${sql.slice(start, end)} → ${instead}`);
  expect(found).toEqual(expected);
});
