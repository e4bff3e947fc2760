import { sql } from 'kysely';
import type { BoardScope } from '../../db/board-scope.ts';
import { readRange } from '../../http/send-file.ts';
import { audit } from '../audit/commands.ts';

/** Ranges that come within this time of an opening belong to it. */
const openingLastsMs = 3_600_000;

export interface Opening {
  readonly as: 'inline' | 'download';
  /** Of what is sent; null: a link, which has no file. */
  readonly versionId: string | null;
  /** Of what is sent. */
  readonly byteSize: number;
  /** The request's header. */
  readonly range: string | undefined;
}

/**
 * One line in the log per opening: a viewer fetches a file in many ranges. Only what follows an opening of the same version by
 * the same member is left out, and nothing that begins at the start, so that no spelling of a range takes a paper away unseen.
 */
export async function auditOpening(scope: BoardScope, documentId: string, opening: Opening): Promise<void> {
  const { versionId } = opening;
  const action = opening.as === 'download' ? 'document.downloaded' : 'document.opened';
  const range = readRange(opening.range, opening.byteSize);
  const isFromStart = range === null || (range !== 'unsatisfiable' && range.start === 0);
  if (!isFromStart && (await isOpeningUnderWay(scope, { action, documentId, versionId }))) return;
  await audit(scope, { action, subjectKind: 'document', subjectId: documentId, detail: { version_id: versionId } });
}

/** Whether the member has ever opened or downloaded this version of the document. */
export async function hasOpened(
  scope: BoardScope,
  of: { readonly documentId: string; readonly versionId: string },
): Promise<boolean> {
  const entry = await scope.tx
    .selectFrom('audit_entries')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('subject_id', '=', of.documentId)
    .where('member_id', '=', scope.member.id)
    .where('action', 'in', ['document.opened', 'document.downloaded'])
    .where(sql`detail ->> 'version_id'`, '=', of.versionId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

async function isOpeningUnderWay(
  scope: BoardScope,
  of: { readonly action: string; readonly documentId: string; readonly versionId: string | null },
): Promise<boolean> {
  const entry = await scope.tx
    .selectFrom('audit_entries')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('at', '>', new Date(scope.now.getTime() - openingLastsMs))
    .where('member_id', '=', scope.member.id)
    .where('subject_id', '=', of.documentId)
    .where('action', '=', of.action)
    .where(sql`detail ->> 'version_id'`, 'is not distinct from', of.versionId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}
