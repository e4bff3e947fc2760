import { sql } from 'kysely';
import type { z } from 'zod';
import type { BodyOf } from '#contract/endpoint.ts';
import type { checkKeptPapers, syncKeptPapers } from '#contract/kept-papers.ts';
import { deviceLabel } from '#domain/devices.ts';
import type { Context } from '#server/context.ts';
import { createRow, deleteRow, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardScope, withBoardScope } from '#server/db/board-scope.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { AppError, authorize, notFound } from '#server/errors.ts';
import { audit, auditAccount } from '#server/features/core/audit/commands.ts';
import { presentAnnotations } from '#server/features/papers/annotations/queries.ts';
import { listOpenedVersions } from '#server/features/papers/documents/openings/queries.ts';
import { canAnnotate } from '#server/features/papers/documents/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { requestPreview } from '#server/features/papers/documents/previews/commands.ts';
import { type LoadedDocument, loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { isStorable, mayBeOnDevices, mayKeepPapers } from './policy.ts';
import { findDeviceRule, findMarks, findPaperDevice, listDestroyedSince } from './queries.ts';

const devicesMax = 20;

/** Beyond the limit, removes the least recently used device. */
export async function registerDevice(scope: BoardScope, userAgent: string) {
  authorize(mayKeepPapers(await findDeviceRule(scope)));
  const { tx, board, member, now } = scope;
  const token = randomToken();
  const id = await createRow(scope, 'paper_devices', {
    member_id: member.id,
    token_hash: hashToken(token),
    user_agent: userAgent.slice(0, 300),
    registered_at: now,
    contact_at: now,
    synced_at: now,
  });
  const beyond = selectRows(scope, 'paper_devices', { member_id: member.id })
    .select('id')
    .where('id', '<>', id)
    .orderBy('contact_at', 'desc')
    .orderBy('id')
    .offset(devicesMax - 1);
  await tx.deleteFrom('paper_devices').where('board_id', '=', board.id).where('id', 'in', beyond).execute();
  const detail = { name: deviceLabel(userAgent).name };
  await audit(scope, 'device.papers-begun', { kind: 'member', id: member.id }, detail);
  return { id, token };
}

type SyncBody = BodyOf<typeof syncKeptPapers>;

export async function syncPapers(
  scope: BoardScope,
  context: Pick<Context, 'office' | 'config'>,
  { deviceId, body }: { readonly deviceId: string; readonly body: SyncBody },
) {
  const { member, now } = scope;
  const device = updateRows(scope, 'paper_devices', { id: deviceId });
  const renewed = await device
    .set({ contact_at: now, synced_at: now })
    .where('member_id', '=', member.id)
    .where('removal_asked_at', 'is', null)
    .returning('user_agent')
    .executeTakeFirst();
  if (!renewed || !mayKeepPapers(await findDeviceRule(scope))) throw notFound();
  await reportOpenings(scope, body.opened, deviceLabel(renewed.user_agent).name);
  const engine = context.config.viewerEngine;
  const kept: LoadedDocument[] = [];
  const preparing: string[] = [];
  for (const document of await listKeepable(scope, body.documents)) {
    if (isStorable(document, engine)) kept.push(document);
    else if ((await requestPreview(scope, context, document)) === 'waiting') preparing.push(document.id);
  }
  const bytes = kept.reduce((sum, document) => sum + (document.byte_size ?? 0), 0);
  await device.set({ papers: kept.length, byte_size: bytes }).execute();
  const marks = await findMarks(
    scope,
    kept.flatMap(({ version_id: id }) => id ?? []),
  );
  const papers = kept.map((document) => ({
    document: presentDocument(document, { lastVisit: null }),
    annotations: marks.get(document.version_id ?? '') ?? presentAnnotations(null),
    can: { annotate: canAnnotate(scope, document, engine) },
  }));
  return { papers, preparing };
}

const listKeepable = async (scope: BoardScope, ids: readonly string[]): Promise<readonly LoadedDocument[]> =>
  (await loadVisibleDocuments(scope, ids)).filter(mayBeOnDevices);

/** Ignores versions that the member never fetched, because recording an opening would let the member annotate them. */
async function reportOpenings(scope: BoardScope, opened: SyncBody['opened'], device: string): Promise<void> {
  if (opened.length === 0) return;
  const visible = await loadVisibleDocuments(scope, [...new Set(opened.map((each) => each.document_id))]);
  const fetched = await listOpenedVersions(
    scope,
    visible.map(({ id }) => id),
  );
  for (const { document_id: id, version_id: versionId, at } of opened) {
    if (!fetched.has(`${id} ${versionId}`)) continue;
    const detail = { version_id: versionId, device, offline_at: at };
    await audit(scope, 'document.opened', { kind: 'document', id }, detail);
  }
}

/**
 * Returns the papers that the device must remove: all of them for an unknown token or if the member has lost access.
 */
export async function checkPapers(
  context: Context,
  { token, documents }: { readonly token: string; readonly documents: readonly string[] },
): Promise<z.output<typeof checkKeptPapers.answer>> {
  const everything = { is_known: false, remove: [...documents], destroyed: [] };
  const found = await findPaperDevice(context, token);
  if (found === null) return everything;
  // A missing second factor or provider prevents sign-in but does not change which papers the member may see.
  const who = { boardId: found.board_id, userId: found.user_id, isJoining: true } as const;
  try {
    return await withBoardScope(context, who, async (scope) => {
      const { board, now } = scope;
      const device = { board_id: board.id, id: found.id };
      if (found.is_removed || !mayKeepPapers(await findDeviceRule(scope))) {
        await deleteRow(scope, 'paper_devices', device.id);
        return everything;
      }
      await updateRow(scope, 'paper_devices', device.id, { contact_at: now });
      const stay = new Set((await listKeepable(scope, documents)).map(({ id }) => id));
      const destroyed = await listDestroyedSince(scope, { deviceId: device.id, documents: [...stay] });
      return { is_known: true, remove: documents.filter((id) => !stay.has(id)), destroyed: [...destroyed] };
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return everything;
    throw error;
  }
}

export async function askOwnRemoval(scope: UserScope, id: string): Promise<void> {
  const { rows } = await sql<{ is_asked: boolean }>`
    select gate.ask_removal_of_papers(${scope.userId}::uuid, ${id}::uuid, ${scope.now}) as is_asked
  `.execute(scope.tx);
  if (rows[0]?.is_asked !== true) throw notFound();
  await auditAccount(scope, { action: 'device.papers-removed', byUserId: scope.userId });
}

export async function askRemovalOf(
  scope: BoardScope,
  { memberId, deviceId }: { readonly memberId: string; readonly deviceId: string },
): Promise<void> {
  await updateRows(scope, 'paper_devices', { member_id: memberId, id: deviceId })
    .set({ removal_asked_at: scope.now })
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await audit(scope, 'device.papers-removed', { kind: 'member', id: memberId });
}
