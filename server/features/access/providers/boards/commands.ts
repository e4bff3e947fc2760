import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { endLiveStreams, publishLive } from '#server/features/core/events/commands.ts';

interface Wanted {
  readonly provider: { readonly id: string; readonly name: string } | null;
  readonly required: boolean;
}

export async function setProviderOfBoard(scope: BoardScope, { provider, required }: Wanted): Promise<void> {
  const id = provider?.id ?? null;
  const changed = await scope.tx
    .updateTable('boards')
    .set({ provider_id: id, provider_required: required, revision: sql<number>`revision + 1` })
    .where('id', '=', scope.board.id)
    .where((of) => of.or([of('provider_id', 'is distinct from', id), of('provider_required', '<>', required)]))
    .returning('id')
    .executeTakeFirst();
  if (!changed) return;
  await audit(
    scope,
    provider === null ? 'board.provider-none' : required ? 'board.provider-required' : 'board.provider-offered',
    { kind: 'board', id: scope.board.id },
    provider === null ? {} : { provider: provider.name },
  );
  await publishLive(scope, { noun: 'board', id: null });
  if (required) await endLiveStreams(scope, null);
}
