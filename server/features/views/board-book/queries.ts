import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { type AgendaPurpose, agendaPurposeLabels, numberAgenda } from '#domain/agenda.ts';
import { type LeftOut, leftOutReasons } from '#domain/board-book.ts';
import { formatHeadingDate, formatTime, formatTimeRange } from '#domain/dates.ts';
import { documentView, isConvertible } from '#domain/documents.ts';
import { locationText } from '#domain/rsvp.ts';
import { counted } from '#domain/text.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listAgendaItems, type MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { type DocumentRow, listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import type { BookPlan } from '#server/integrations/pdf/book/plan.ts';
import { hasJob } from '#server/jobs/queue.ts';

/** Raised when books are made otherwise than before, so that the old ones are made anew. */
const makingOf = 1;

export type BookScope = Pick<BoardScope, 'tx' | 'board'>;

export interface BookPaper {
  readonly document: DocumentRow;
  /** The number of its agenda item; empty for what stands under none. */
  readonly label: string;
  /** What its pages are made of, or why it has none. */
  readonly pages:
    | { readonly kind: 'pdf' | 'picture'; readonly key: string; readonly marksRevision: number | null }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'left-out'; readonly why: LeftOut };
}

export interface BookContents {
  readonly frame: Pick<BookPlan, 'board' | 'colour' | 'title' | 'facts' | 'entries'>;
  readonly papers: readonly BookPaper[];
  /** The same as long as nothing in the book has changed. */
  readonly fingerprint: string;
  /** The member has marks on papers of this meeting. */
  readonly hasMarks: boolean;
}

/**
 * What stands in a meeting's board book: the same for everybody who may see the meeting.
 *
 * @param marks of whom marks are asked for, and whether they are put into this book
 */
export async function readBookContents(
  scope: BookScope,
  meeting: MeetingRow,
  marks: { readonly memberId: string | null; readonly areIn: boolean },
): Promise<BookContents> {
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  const files = await readFiles(scope, documents, marks.memberId);
  const byItem = Map.groupBy(documents, (document) => document.agenda_item_id);
  const papers: BookPaper[] = [];
  const entries: BookPlan['entries'][number][] = [];
  const add = (found: readonly DocumentRow[] | undefined, label: string): void => {
    for (const document of found ?? []) {
      entries.push({ kind: 'paper', paper: papers.length });
      papers.push({ document, label, pages: pagesOf(document, files, marks.areIn) });
    }
  };
  const { timeZone } = scope.board;
  for (const placed of numberAgenda(items, meeting.finds_date ? null : meeting.starts_at)) {
    const { item, number, startsAt } = placed;
    entries.push({
      kind: 'item',
      depth: [...number].filter((letter) => letter === '.').length,
      number,
      time: startsAt === null ? '' : formatTime(startsAt, timeZone),
      title: item.title,
      about: aboutItem(item),
      text: item.description,
    });
    add(byItem.get(item.id), number);
  }
  const loose = byItem.get(null) ?? [];
  if (loose.length > 0) {
    entries.push({ kind: 'item', depth: 0, number: '', time: '', title: 'Meeting documents', about: '', text: '' });
    add(loose, '');
  }
  const frame = {
    board: scope.board.title,
    colour: scope.board.primaryColor,
    title: meeting.title,
    facts: factsOf(meeting, timeZone),
    entries,
  };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([makingOf, frame, papers.map(traceOf)]))
    .digest('hex');
  return { frame, papers, fingerprint, hasMarks: [...files.values()].some((file) => file.revision !== null) };
}

interface VersionFiles {
  readonly storage_key: string;
  readonly preview_key: string | null;
  /** Of the member's marks; null: there are none. */
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
    .leftJoin('annotations as mine', (join) =>
      join
        .onRef('mine.board_id', '=', 'version.board_id')
        .onRef('mine.version_id', '=', 'version.id')
        .on('mine.member_id', '=', memberId)
        .on('mine.xfdf', 'not like', noneLeftPattern),
    )
    .select(['version.id', 'version.storage_key', 'version.preview_key', 'mine.revision'])
    .where('version.board_id', '=', scope.board.id)
    .where((eb) => eb('version.id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function pagesOf(
  document: DocumentRow,
  files: ReadonlyMap<string, VersionFiles>,
  withMarks: boolean,
): BookPaper['pages'] {
  if (document.is_link) return { kind: 'link', url: document.link_url ?? '' };
  const file = files.get(document.version_id ?? '');
  if (!file) return { kind: 'left-out', why: 'unreadable' };
  const marksRevision = withMarks ? file.revision : null;
  const view = documentView(document, 'pdfjs');
  if (view === 'pdf') return { kind: 'pdf', key: file.storage_key, marksRevision };
  if (view === 'image') return { kind: 'picture', key: file.storage_key, marksRevision };
  if (!isConvertible(document.mime_type)) return { kind: 'left-out', why: 'kind' };
  if (file.preview_key !== null) return { kind: 'pdf', key: file.preview_key, marksRevision: null };
  return { kind: 'left-out', why: document.preview_state === 'waiting' ? 'waiting' : 'unconverted' };
}

const traceOf = ({ document, label, pages }: BookPaper) => [
  document.id,
  document.title,
  document.version_id,
  label,
  pages,
];

function aboutItem(item: {
  readonly presenter: string;
  readonly presenter_name: string | null;
  readonly purpose: AgendaPurpose | null;
  readonly minutes: number | null;
}): string {
  const parts = [
    item.presenter_name ?? item.presenter,
    item.purpose === null ? '' : agendaPurposeLabels[item.purpose],
    item.minutes === null || item.minutes === 0 ? '' : counted(item.minutes, 'minute'),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function factsOf(meeting: MeetingRow, timeZone: string): readonly string[] {
  const { starts_at: start, ends_at: end } = meeting;
  const times = meeting.finds_date
    ? ['The date is still being found']
    : start === null || end === null
      ? ['No date yet']
      : [formatHeadingDate(start, timeZone), formatTimeRange(start, end, timeZone)];
  const states = { draft: ['Draft'], 'finding-date': [], published: [], cancelled: ['Cancelled'] };
  return [...times, locationText(meeting), ...states[meeting.state]];
}

/** Payload: `board_id`, `book_id`. */
export const makeBoardBookJobName = 'make-board-book';
/** Before the book's id: the key of its job. */
export const bookJobKeyPrefix = 'board-book:';

/** Of a row of `board_books`: a job will still make it. One whose server was killed again and again waits no more. */
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

/** @param of `memberId` null: the book without marks, which is everybody's */
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
  const { is_waiting: waits, state, left_out: left, ...rest } = row;
  const told = state === 'waiting' && !waits ? 'failed' : (state as BookRow['state']);
  return { ...rest, state: told, left_out: leftOut.parse(left) };
}
