import type { AuditAction } from '#domain/audit.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { insertRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { Home, ResolutionHome } from '#server/features/papers/documents/ports.ts';
import { listBody, listBodyDesk, lockWritten, readWritten, type WrittenRow, writtenSettings } from './queries.ts';
import {
  canEditPapers,
  canSeeWritten,
  resolutionNameOfDocument,
  selectResolutionOfDocument,
  selectVisibleResolutions,
} from './visibility.ts';

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
  scope: Scope,
  { id, round }: { readonly id: string; readonly round: number },
  memberIds: readonly string[],
  recused: ReadonlySet<string>,
): Promise<void> {
  const rows = memberIds.map((memberId) => ({
    resolution_id: id,
    round,
    member_id: memberId,
    is_recused: recused.has(memberId),
  }));
  await insertRows(scope, 'written_voters', rows);
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

export const resolutionHome: Home<ResolutionHome> = {
  selectOfDocument: selectResolutionOfDocument,
  nameOfDocument: resolutionNameOfDocument,
  selectVisible: selectVisibleResolutions,
  isVisible: canSeeWritten,
  canEdit: canEditPapers,
  documentStaysMessage: resolutionMessages.documentStays,
  async open(scope, { id }, { lock }) {
    const row = lock ? (await lockWritten(scope, id)).row : await readWritten(scope, id);
    if (!canSeeWritten(scope, row)) throw notFound();
    authorize(isDeskOf(scope, row));
    if (!canEditPapers(scope, row)) throw refused(resolutionMessages.circulated);
    const { state, round, body_id, chair_id, secretary_id, of_body, administers } = row;
    return { kind: 'resolution', id, state, round, body_id, chair_id, secretary_id, of_body, administers };
  },
  async lock(scope, { id }) {
    await lockWritten(scope, id);
  },
  refuseOrdering: async () => undefined,
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishWritten(scope, home);
  },
};
