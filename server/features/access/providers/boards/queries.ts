import { type QueryExecutorProvider, sql } from 'kysely';
import type { BoardProvider } from '#contract/providers.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type ResultOf } from '#server/db/page-statement.ts';
import { hashToken } from '#server/secrets.ts';

export const boardProvider = definePage({}, ({ tx, board }) =>
  tx
    .selectFrom('boards')
    .select('provider_required as required')
    .select(
      sql<BoardProvider['provider']>`(
        select json_build_object('id', p.id, 'name', p.name, 'is_off', p.is_off) from gate.find_provider(boards.provider_id) p
      )`.as('provider'),
    )
    .where('id', '=', board.id),
);

export const offeredProviders = defineRows({}, ({ tx }) =>
  tx
    .selectFrom(sql<{ id: string; name: string }>`gate.list_providers()`.as('offered'))
    .select(['offered.id', 'offered.name']),
);

export async function readBoardProvider({ tx, now }: BoardScope): Promise<NonNullable<ResultOf<typeof boardProvider>>> {
  const row = await boardProvider.run(tx, {}, now);
  if (row === null) throw new Error('The current board has no row.');
  return row;
}

export async function opensByProvider(db: QueryExecutorProvider, token: string, providerId: string): Promise<boolean> {
  const found = await sql<{ yes: boolean }>`
    select gate.opens_by_provider(${hashToken(token)}, ${providerId}::uuid) as yes
  `.execute(db);
  return found.rows[0]?.yes ?? false;
}
