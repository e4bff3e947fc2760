import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { leftOutReasons } from '#domain/board-book.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope, Ports } from '#server/db/board-scope.ts';
import { definePage, defineRows, type PageScope, type QueryScope, type SqlValue } from '#server/db/page-statement.ts';
import { selectGuests } from '#server/features/homes/meetings/attendance/queries.ts';
import {
  listAgendaItems,
  type MeetingRow,
  selectAgendaItemsOf,
  selectInvitees,
  selectMeetingOfReader,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { actorOf, type MemberIds } from '#server/features/members/audience/queries.ts';
import { memberView } from '#server/features/members/audience/visibility.ts';
import { isLoggedAfter } from '#server/features/papers/documents/openings/queries.ts';
import {
  currentVersionOf,
  type DocumentRow,
  defineDocument,
  selectDocuments,
  selectDocumentsOfMeeting,
} from '#server/features/papers/documents/queries.ts';
import { hasJob } from '#server/jobs/queue.ts';
import type { BookContents, BookPaper, BookRow, VersionFiles } from './present.ts';
import { composeBook } from './present.ts';

/** Increase this number when the layout of books changes, so that existing books are made again. */
const bookFormat = 3;

export type BookScope = Pick<BoardScope, 'tx' | 'board'>;

/** If `memberId` is null, includes everything. Otherwise omits what is withheld from the member. */
export async function readBookContents(
  scope: BookScope,
  meeting: MeetingRow,
  marks: { readonly memberId: string | null; readonly areIn: boolean },
): Promise<BookContents> {
  const view = marks.memberId === null ? 'everybody' : memberView(scope, marks.memberId);
  const items = await listAgendaItems(scope, meeting.id, view);
  const documents = await selectDocumentsOfMeeting(scope, meeting.id, view).execute();
  const files = await readFiles(scope, documents, marks.memberId);
  return bookContents(scope, { meeting, items, documents, files, withAnnotations: marks.areIn });
}

/** Returns null if the document was deleted. Does not check visibility; the routes do. */
export async function readCopyContents(
  scope: BookScope,
  documentId: string,
  marks: { readonly memberId: string; readonly areIn: boolean },
): Promise<BookContents | null> {
  const document = await selectDocuments(scope).where('document.id', '=', documentId).executeTakeFirst();
  if (!document) return null;
  const files = await readFiles(scope, [document], marks.memberId);
  return copyContents(scope, { document, files, withAnnotations: marks.areIn });
}

export const copyContents = (
  scope: Pick<BoardScope, 'board'>,
  {
    document,
    ...read
  }: Pick<Parameters<typeof bookContents>[1], 'files' | 'withAnnotations'> & {
    readonly document: DocumentRow;
  },
): BookContents =>
  bookContents(scope, { ...read, meeting: null, items: [], documents: [{ ...document, agenda_item_id: null }] });

export function bookContents(
  { board }: Pick<BoardScope, 'board'>,
  read: Omit<Parameters<typeof composeBook>[0], 'board' | 'files'> & { readonly files: readonly FilesRow[] },
): BookContents {
  const files = new Map(read.files.map((row) => [row.id, row]));
  const { frame, papers } = composeBook({ ...read, board, files });
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([bookFormat, frame, papers.map(traceOf), board.watermark]))
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

interface FilesRow extends VersionFiles {
  readonly id: string;
}

async function readFiles(
  scope: BookScope,
  documents: readonly DocumentRow[],
  memberId: string | null,
): Promise<readonly FilesRow[]> {
  const ids = documents.flatMap((document) => document.version_id ?? []);
  return ids.length === 0 ? [] : selectFiles(scope, { ids: sql`${ids}::uuid[]`, memberId }).execute();
}

const selectFiles = (
  scope: QueryScope,
  of: { readonly ids: RawBuilder<unknown>; readonly memberId: SqlValue<string> | null },
) =>
  scope.tx
    .selectFrom('document_versions as version')
    .leftJoin('annotations as own', (join) =>
      sameBoard(join, 'own.version_id', 'version.id')
        .on('own.member_id', '=', of.memberId)
        .on('own.xfdf', 'not like', noneLeftPattern),
    )
    .select(['version.id', 'version.storage_key', 'version.preview_key', 'own.revision'])
    .where('version.board_id', '=', scope.board.id)
    .where(sql<boolean>`version.id = any(${of.ids})`);

export const makeBoardBookJobName = 'make-board-book';
export const bookJobKeyPrefix = 'board-book:';

/** False if the job was lost, for example because the server was killed during every attempt. */
export const isWaiting = sql<boolean>`(state = 'waiting' and ${hasJob(sql`${bookJobKeyPrefix} || id`)})`;

const leftOut = z.array(z.object({ id: z.uuid(), why: z.enum(leftOutReasons) }));

export const columnOf = { meeting: 'meeting_id', document: 'document_id' } as const;

export interface BookKey {
  readonly kind: keyof typeof columnOf;
  readonly id: string;
  readonly memberId: string | null;
  readonly isMarked: boolean;
}

const selectBook = (
  scope: QueryScope,
  of: Pick<BookKey, 'kind'> & { readonly [Name in Exclude<keyof BookKey, 'kind'>]: SqlValue<BookKey[Name]> },
) =>
  selectRows(scope, 'board_books')
    .select([
      ...(['id', 'fingerprint', 'state', 'papers_done', 'storage_key', 'byte_size', 'page_count'] as const),
      ...(['left_out', 'requested_at', 'made_at'] as const),
    ])
    .select(isWaiting.as('is_waiting'))
    .where(columnOf[of.kind], '=', of.id)
    .where('member_id', 'is not distinct from', of.memberId)
    .where('is_marked', '=', of.isMarked);

export async function findBook(scope: BookScope, of: BookKey): Promise<BookRow | null> {
  return bookOfRow(await selectBook(scope, of).executeTakeFirst());
}

export function bookOfRow(row: FoundBook | null | undefined): BookRow | null {
  if (!row) return null;
  const { is_waiting: isQueued, state, left_out: left, ...rest } = row;
  const currentState = state === 'waiting' && !isQueued ? 'failed' : (state as BookRow['state']);
  return { ...rest, state: currentState, left_out: leftOut.parse(left) };
}

type FoundBook = Omit<BookRow, 'state' | 'left_out'> & {
  readonly state: string;
  readonly left_out: unknown;
  readonly is_waiting: boolean;
};

/** Whether something in the meeting is withheld from the reader, who then needs a separate book. */
const hasWithheld = (view: MemberIds, meetingId: SqlValue<string>) => sql<boolean>`exists (
  select from withheld w
  left join agenda_items item on item.board_id = w.board_id and item.id = w.subject_id
  left join documents document on document.board_id = w.board_id and document.id = w.subject_id
  left join agenda_items holder on holder.board_id = document.board_id and holder.id = document.agenda_item_id
  where w.board_id = ${view.board.id}::uuid and w.member_id = ${actorOf(view).id} and w.lifted_at is null
    and ${meetingId}::uuid in (item.meeting_id, document.meeting_id, holder.meeting_id)
)`;

const ownerOf = (scope: PageScope, meetingId: SqlValue<string>, isMarked: SqlValue<boolean>) =>
  sql<string | null>`case when ${isMarked} or ${hasWithheld(scope, meetingId)} or exists (
    select from boards where id = ${scope.board.id}::uuid and watermark <> 'off'
  ) then ${scope.member.id} end`;

export async function isOwnBook(scope: BookScope, memberId: string, meetingId: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${hasWithheld(memberView(scope, memberId), meetingId)} as is_own
  `.execute(scope.tx);
  return rows[0]?.is_own === true;
}

const sheetParams = { id: 'uuid' } as const;
const meetingOfSheet = definePage(sheetParams, (scope, { id }) => selectMeetingOfReader(scope, id));

export const agendaReads = {
  meeting: meetingOfSheet,
  items: defineRows(sheetParams, (scope, { id }) => selectAgendaItemsOf(scope, id, scope)),
  documents: defineRows(sheetParams, (scope, { id }) => selectDocumentsOfMeeting(scope, id, scope)),
} as const;

const bookParams = { id: 'uuid', marked: 'boolean' } as const;

/** Does not check visibility; the caller must use `canSeeMeeting`. */
export const bookReads = {
  ...agendaReads,
  files: defineRows(bookParams, (scope, { id }) => {
    const ids = sql`array(select paper.version_id from ${selectDocumentsOfMeeting(scope, id, scope)} as paper)`;
    return selectFiles(scope, { ids, memberId: scope.member.id });
  }),
  book: definePage(bookParams, (scope, { id, marked }) => {
    return selectBook(scope, { kind: 'meeting', id, isMarked: marked, memberId: ownerOf(scope, id, marked) });
  }),
} as const;

/** Does not check visibility; the caller must use `seenDocument`. */
export const copyReads = (ports: Ports) => ({
  document: defineDocument(ports),
  files: defineRows(bookParams, (scope, { id }) => {
    return selectFiles(scope, { ids: sql`array[${currentVersionOf(scope, id)}]`, memberId: scope.member.id });
  }),
  book: definePage(bookParams, (scope, { id, marked }) => {
    return selectBook(scope, { kind: 'document', id, isMarked: marked, memberId: scope.member.id });
  }),
});

export const attendanceReads = {
  meeting: meetingOfSheet,
  invitees: defineRows(sheetParams, (scope, { id }) => selectInvitees(scope, id)),
  guests: defineRows(sheetParams, (scope, { id }) => selectGuests(scope, id)),
} as const;

export const downloadedAction = 'meeting.book-downloaded';

export const justDownloaded = definePage(
  { ...bookParams, logged_after: 'timestamptz' },
  (scope, { id, marked, logged_after }) => {
    return selectBook(scope, { kind: 'meeting', id, isMarked: marked, memberId: ownerOf(scope, id, marked) })
      .clearSelect()
      .select(
        isLoggedAfter(scope, {
          action: downloadedAction,
          subjectId: sql.ref('board_books.meeting_id'),
          detail: sql`jsonb_build_object('with_annotations', ${marked})`,
          after: logged_after,
          from: sql`coalesce(board_books.made_at, ${logged_after})`,
        }).as('is_logged'),
      );
  },
);
