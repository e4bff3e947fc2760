import { DummyDriver } from 'kysely';
import { expect, test } from 'vitest';
import { selectRows } from './board-rows.ts';
import { queriesOn } from './database.ts';

const scope = { tx: queriesOn(new DummyDriver()), board: { id: 'own' } };

test('a match selects only rows of the board, even if it names another board', () => {
  const match = { id: 'poll', closed_at: null, board_id: 'another' };
  const { sql, parameters } = selectRows(scope, 'polls', match).select('id').compile();
  expect(sql).toContain('where ("id" = $1 and "closed_at" is null and "board_id" = $2)');
  expect(parameters).toEqual(['poll', 'own']);
});

test('a match with an undefined value throws instead of leaving out the condition', () => {
  const wanted = (id?: string) => selectRows(scope, 'polls', { id } as { readonly id: string });
  expect(() => wanted()).toThrow('undefined');
});
