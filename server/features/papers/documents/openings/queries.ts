import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { AuditEntry } from '#server/features/core/audit/commands.ts';
import { readRange } from '#server/http/send-file.ts';

/** Ranges within this time of an opening belong to it. */
const openingLastsMs = 3_600_000;

export interface Opening {
  readonly as: 'inline' | 'download';
  /** Of what is sent; null for a link. */
  readonly versionId: string | null;
  /** Of what is sent. */
  readonly byteSize: number;
  /** The request's header. */
  readonly range: string | undefined;
}

export interface OpenedFile {
  readonly as: 'inline' | 'download';
  readonly title: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly key: string;
  readonly byteSize: number;
}

/** The audit entry of one opened or downloaded document. */
export function openingEntry(documentId: string, { as, versionId }: Pick<Opening, 'as' | 'versionId'>) {
  return {
    action: as === 'download' ? 'document.downloaded' : 'document.opened',
    subjectKind: 'document',
    subjectId: documentId,
    detail: { version_id: versionId },
  } as const;
}

interface LoggedOpening extends Pick<AuditEntry, 'action' | 'subjectId' | 'detail'> {
  /** Openings before it do not count. */
  readonly since: Date | null;
}

/**
 * Whether this range of a file is an opening of its own. Whatever begins at the start is one, so that no spelling of a range
 * fetches a document without an entry.
 */
export async function isOpening(
  scope: BoardScope,
  { byteSize, range: header }: Pick<Opening, 'byteSize' | 'range'>,
  logged: LoggedOpening,
): Promise<boolean> {
  const range = readRange(header, byteSize);
  const isFromStart = range === null || (range !== 'unsatisfiable' && range.start === 0);
  return isFromStart || !(await wasJustOpened(scope, logged));
}

async function wasJustOpened(scope: BoardScope, { action, subjectId, detail, since }: LoggedOpening): Promise<boolean> {
  const hourAgo = new Date(scope.now.getTime() - openingLastsMs);
  const entry = await scope.tx
    .selectFrom('audit_entries')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('at', '>', hourAgo)
    .where('at', '>=', since ?? hourAgo)
    .where('member_id', '=', scope.member.id)
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .where(sql`detail`, '@>', sql`${JSON.stringify(detail)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Whether the member has ever opened or downloaded this version. */
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
