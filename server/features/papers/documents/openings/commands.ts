import { sql } from 'kysely';
import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { type AuditEntry, audit } from '#server/features/core/audit/commands.ts';
import type { FileAnswer } from '#server/http/implement.ts';
import { contentDisposition, filePolicy, readRange } from '#server/http/send-file.ts';

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
  const entry = openingEntry(documentId, opening);
  if (await isOpening(scope, opening, { ...entry, since: null })) await audit(scope, entry);
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

/** The log's line of one opened or downloaded document. */
export function openingEntry(documentId: string, { as, versionId }: Pick<Opening, 'as' | 'versionId'>) {
  return {
    action: as === 'download' ? 'document.downloaded' : 'document.opened',
    subjectKind: 'document',
    subjectId: documentId,
    detail: { version_id: versionId },
  } as const;
}

interface Logged extends Pick<AuditEntry, 'action' | 'subjectId' | 'detail'> {
  /** What was opened before is another file; null: it is not. */
  readonly since: Date | null;
}

/** Whether this part of a file is to be logged: as all that begins at its start, and as what follows no opening that is logged so. */
export async function isOpening(
  scope: BoardScope,
  { byteSize, range: header }: Pick<Opening, 'byteSize' | 'range'>,
  logged: Logged,
): Promise<boolean> {
  const range = readRange(header, byteSize);
  const isFromStart = range === null || (range !== 'unsatisfiable' && range.start === 0);
  return isFromStart || !(await isUnderWay(scope, logged));
}

async function isUnderWay(scope: BoardScope, { action, subjectId, detail, since }: Logged): Promise<boolean> {
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

const shownInline: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/gif']);

export interface ServedDocument {
  readonly id: string;
  readonly title: string;
}

/**
 * The current version's bytes, or those of the one that is named; inline, the preview in place of an office or HTML file that has one. Anything but PDF and pictures goes out only as a download, and nothing is ever run as a page of
 * ours (product.md, section 8). The opening is audited. Throws `not-found` for links.
 */
export async function serveFile(
  scope: BoardScope,
  context: Context,
  given: {
    readonly document: ServedDocument;
    readonly as: 'inline' | 'download';
    /** The request's header. */
    readonly range: string | undefined;
    readonly versionId?: string;
  },
): Promise<FileAnswer> {
  const { document, versionId } = given;
  const version = await scope.tx
    .selectFrom('document_versions')
    .select(['id', 'filename', 'storage_key', 'byte_size', 'preview_key', 'preview_bytes'])
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', document.id)
    .$if(versionId !== undefined, (query) => query.where('id', '=', versionId ?? ''))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw notFound();
  const { preview_key: previewKey, preview_bytes: previewBytes } = version;
  const isPreview = given.as === 'inline' && previewKey !== null && previewBytes !== null;
  // An earlier version may be another kind of file.
  const { extension, mime_type: mimeType } = kindOfFile(version.filename);
  const isInline = isPreview || (given.as === 'inline' && shownInline.has(mimeType));
  const shown = isPreview
    ? { key: previewKey, byteSize: previewBytes, mimeType: 'application/pdf' }
    : { key: version.storage_key, byteSize: version.byte_size, mimeType };
  const { as, range } = given;
  await auditOpening(scope, document.id, { as, range, versionId: version.id, byteSize: shown.byteSize });
  return {
    kind: 'bytes',
    byteSize: shown.byteSize,
    headers: {
      'content-type': isInline ? shown.mimeType : 'application/octet-stream',
      'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', {
        title: document.title,
        extension: isPreview ? 'pdf' : extension,
        plainName: 'document',
      }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': filePolicy,
      'referrer-policy': 'no-referrer',
    },
    open: (range) => context.storage.open(shown.key, range),
  };
}
