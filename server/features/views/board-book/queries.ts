import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type LeftOut, leftOutReasons } from '#domain/board-book.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listAgendaItems, type MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { type DocumentRow, listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import type { BookPlan } from '#server/integrations/pdf/book/plan.ts';
import { hasJob } from '#server/jobs/queue.ts';
import { composeBook } from './present.ts';

/** Raised when books change in appearance, so that old ones are made anew. */
const bookFormat = 1;

export type BookScope = Pick<BoardScope, 'tx' | 'board'>;

export interface BookPaper {
  readonly document: DocumentRow;
  /** The number of its agenda item, or empty. */
  readonly label: string;
  /** The source of its pages, or why it has none. */
  readonly pages:
    | { readonly kind: 'pdf' | 'picture'; readonly key: string; readonly marksRevision: number | null }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'left-out'; readonly why: LeftOut };
}

export interface BookContents {
  readonly frame: Pick<BookPlan, 'board' | 'colour' | 'title' | 'facts' | 'entries'>;
  readonly papers: readonly BookPaper[];
  /** Changes with the book. */
  readonly fingerprint: string;
  /** The member has annotated papers of this meeting. */
  readonly hasMarks: boolean;
}

/**
 * The content of a meeting's board book, the same for everybody who sees the meeting.
 *
 * @param marks whose annotations are looked up, and whether this book includes them
 */
export async function readBookContents(
  scope: BookScope,
  meeting: MeetingRow,
  marks: { readonly memberId: string | null; readonly areIn: boolean },
): Promise<BookContents> {
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  const files = await readFiles(scope, documents, marks.memberId);
  const { frame, papers } = composeBook({
    board: scope.board,
    meeting,
    items,
    documents,
    files,
    withAnnotations: marks.areIn,
  });
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([bookFormat, frame, papers.map(traceOf)]))
    .digest('hex');
  return { frame, papers, fingerprint, hasMarks: [...files.values()].some((file) => file.revision !== null) };
}

const traceOf = ({ document, label, pages }: BookPaper) => [
  document.id,
  document.title,
  document.version_id,
  label,
  pages,
];

export interface VersionFiles {
  readonly storage_key: string;
  readonly preview_key: string | null;
  /** Of the member's annotations; null without any. */
  readonly revision: number | null;
}

/** By version. */
async function readFiles(
  scope: BookScope,
  documents: readonly DocumentRow[],
  memberId: string | null,
): Promise<ReadonlyMap<string, VersionFiles>> {
  const ids = documents.flatMap((document) => document.version_id ?? []);
  if (ids.length === 0) return new Map();
  const rows = await scope.tx
    .selectFrom('document_versions as version')
    .leftJoin('annotations as own', (join) =>
      join
        .onRef('own.board_id', '=', 'version.board_id')
        .onRef('own.version_id', '=', 'version.id')
        .on('own.member_id', '=', memberId)
        .on('own.xfdf', 'not like', noneLeftPattern),
    )
    .select(['version.id', 'version.storage_key', 'version.preview_key', 'own.revision'])
    .where('version.board_id', '=', scope.board.id)
    .where((eb) => eb('version.id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Payload: `board_id`, `book_id`. */
export const makeBoardBookJobName = 'make-board-book';
/** The job's key, before the book's id. */
export const bookJobKeyPrefix = 'board-book:';

/** A job will still make it: one whose server was killed in each attempt waits no more. */
export const isWaiting = sql<boolean>`(state = 'waiting' and ${hasJob(sql`${bookJobKeyPrefix} || id`)})`;

const leftOut = z.array(z.object({ id: z.uuid(), why: z.enum(leftOutReasons) }));

export interface BookRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly state: 'waiting' | 'made' | 'failed';
  readonly papers_done: number;
  readonly requested_at: Date;
  readonly storage_key: string | null;
  readonly byte_size: number | null;
  readonly page_count: number | null;
  readonly left_out: z.output<typeof leftOut>;
  readonly made_at: Date | null;
}

/** `memberId` null: the book without annotations, which is everybody's. */
export async function findBook(
  scope: BookScope,
  of: { readonly meetingId: string; readonly memberId: string | null },
): Promise<BookRow | null> {
  const row = await scope.tx
    .selectFrom('board_books')
    .select([
      ...(['id', 'fingerprint', 'state', 'papers_done', 'storage_key', 'byte_size', 'page_count'] as const),
      ...(['left_out', 'requested_at', 'made_at'] as const),
    ])
    .select(isWaiting.as('is_waiting'))
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', of.meetingId)
    .where('member_id', 'is not distinct from', of.memberId)
    .executeTakeFirst();
  if (!row) return null;
  const { is_waiting: isQueued, state, left_out: left, ...rest } = row;
  const currentState = state === 'waiting' && !isQueued ? 'failed' : (state as BookRow['state']);
  return { ...rest, state: currentState, left_out: leftOut.parse(left) };
}
