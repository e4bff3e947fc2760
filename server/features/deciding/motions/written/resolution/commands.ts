import type { AuditAction } from '#domain/audit.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { listBody, listBodyDesk, lockWritten, type WrittenRow, writtenSettings } from './queries.ts';
import { canSeeWritten } from './visibility.ts';

export type Scope = BoardScope | BoardJobScope;

export async function readNeeds({ tx, now }: Scope) {
  const settings = await writtenSettings.run(tx, {}, now);
  if (settings === null) throw notFound();
  if (settings.written_needs === 'off') throw refused(resolutionMessages.off);
  return { ...settings, written_needs: settings.written_needs };
}

/** Locks the resolution. Throws `not-found` if the actor cannot see it. */
export async function openWritten(scope: BoardScope, id: string) {
  const locked = await lockWritten(scope, id);
  if (!canSeeWritten(scope, locked.row)) throw notFound();
  return locked;
}

export async function writeVoters(
  { tx, board }: Pick<Scope, 'tx' | 'board'>,
  { id, round }: { readonly id: string; readonly round: number },
  memberIds: readonly string[],
  recused: ReadonlySet<string>,
): Promise<void> {
  if (memberIds.length === 0) return;
  await tx
    .insertInto('written_voters')
    .values(
      memberIds.map((memberId) => ({
        board_id: board.id,
        resolution_id: id,
        round,
        member_id: memberId,
        is_recused: recused.has(memberId),
      })),
    )
    .execute();
}

export async function record(
  scope: Scope,
  row: Pick<WrittenRow, 'id' | 'body_id' | 'round'>,
  action: AuditAction,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  await audit(scope, action, { kind: 'resolution', id: row.id }, { ...detail, body_id: row.body_id });
  await publishWritten(scope, row);
}

export async function publishWritten(
  scope: Scope,
  { id, body_id: bodyId, round }: Pick<WrittenRow, 'id' | 'body_id' | 'round'>,
): Promise<void> {
  const hears = round > 0 ? await listBody(scope, bodyId) : await listBodyDesk(scope, bodyId);
  await publishLive(scope, { noun: 'resolution', id }, hears);
}
