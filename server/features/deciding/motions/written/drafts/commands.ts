import type { BodyOf } from '#contract/endpoint.ts';
import type { createResolution as createContract, updateResolution as updateContract } from '#contract/resolutions.ts';
import type { AuditAction } from '#domain/audit.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { resolutionsOpenMax } from '#domain/resolutions.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { createRow, deleteRows, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { bodyOfReader } from '#server/features/deciding/deciding/bodies/queries.ts';
import {
  readNeeds,
  record,
  type Scope,
  writeVoters,
} from '#server/features/deciding/motions/written/resolution/commands.ts';
import { writtenCan } from '#server/features/deciding/motions/written/resolution/policy.ts';
import type { WrittenRow } from '#server/features/deciding/motions/written/resolution/queries.ts';

export async function draftResolution(scope: BoardScope, body: BodyOf<typeof createContract>): Promise<string> {
  const of = await bodyOfReader.run(scope.tx, { id: body.body_id }, scope.now);
  if (of === null) throw notFound();
  authorize(isDeskOf(scope, of));
  await refuseFull(scope);
  return insertDraft(scope, body);
}

/** Throws if the board has too many undecided resolutions, because their list is not paginated. */
async function refuseFull(scope: BoardScope): Promise<void> {
  await lockBoard(scope, 'resolutions');
  const { count } = await selectRows(scope, 'written_resolutions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['draft', 'circulating'])
    .executeTakeFirstOrThrow();
  refuseBeyond({ present: count, most: resolutionsOpenMax }, resolutionMessages.tooMany);
}

export async function insertDraft(scope: BoardScope, draft: BodyOf<typeof createContract>): Promise<string> {
  await readNeeds(scope);
  const id = await createRow(scope, 'written_resolutions', {
    ...draft,
    created_by: scope.member.id,
    created_at: scope.now,
  });
  await record(scope, { id, body_id: draft.body_id, round: 0 }, 'resolution.drafted', { state: 'draft' });
  return id;
}

export async function rewordDraft(scope: Scope, id: string, text: string): Promise<void> {
  await updateRows(scope, 'written_resolutions', { id })
    .set((row) => ({ text, revision: row('revision', '+', 1) }))
    .execute();
  await audit(scope, 'resolution.updated', { kind: 'resolution', id }, { state: 'draft' });
}

export async function updateResolution(
  scope: BoardScope,
  row: WrittenRow,
  body: BodyOf<typeof updateContract>,
): Promise<boolean> {
  authorize(isDeskOf(scope, row));
  if (!writtenCan(scope, row).edit) throw refused(resolutionMessages.circulated);
  if (row.revision !== body.revision) return false;
  const { title = row.title, text = row.text, recused_ids: recused } = body;
  if (text !== row.text) await scope.ports.minutes.refuseRewording(scope, { writtenId: row.id });
  await updateRow(scope, 'written_resolutions', row.id, { title, text, revision: row.revision + 1 });
  await record(scope, row, 'resolution.updated', { state: row.state });
  if (recused !== undefined) await writeRecused(scope, row, new Set(recused));
  return true;
}

async function writeRecused(scope: BoardScope, row: WrittenRow, ids: ReadonlySet<string>): Promise<void> {
  const voters = new Set(row.voters_now.map(({ member_id: id }) => id));
  if ([...ids].some((id) => !voters.has(id))) throw invalid({ recused_ids: resolutionMessages.chooseVoter });
  await deleteRows(scope, 'written_voters', { resolution_id: row.id, round: 0 }).execute();
  await writeVoters(scope, { id: row.id, round: 0 }, [...ids], ids);
  const before = new Set(row.voters.map(({ member_id: id }) => id));
  const note = (action: AuditAction, memberId: string): Promise<void> =>
    audit(scope, action, { kind: 'resolution', id: row.id }, { for_member_id: memberId, body_id: row.body_id });
  for (const id of [...ids].filter((each) => !before.has(each))) await note('resolution.recused', id);
  for (const id of [...before].filter((each) => !ids.has(each))) await note('resolution.recusal-lifted', id);
}
