import * as endpoints from '#contract/board-book.ts';
import { boardBookMessages, meetingSheetLabels } from '#domain/board-book.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { type LoadedMeeting, loadReadableMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { canReadMeeting, canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { isOpening } from '#server/features/papers/documents/openings/policy.ts';
import { openingEntry, openingsAfter } from '#server/features/papers/documents/openings/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { requestUnlessMade } from './commands.ts';
import type { BookContents, BookRow } from './contents.ts';
import { agendaPlan, attendancePlan } from './meeting-sheets.ts';
import { bookFile, composeBook, presentBook } from './present.ts';
import {
  agendaReads,
  attendanceReads,
  type BookKey,
  bookContents,
  bookOfRow,
  bookReads,
  downloadedAction,
  isOwnBook,
  justDownloaded,
  readBookContents,
} from './queries.ts';

const { titleOf, markedTitleOf } = boardBookMessages;

export const boardBookRoutes: readonly Route[] = [
  implementRead(endpoints.getBoardBook, {
    reads: bookReads,
    paramsOf: ({ params, query }) => ({ id: params.id, marked: query.annotations === '1' }),
    answer({ reader, query, found }) {
      const { book, contents } = requestedBook(reader, found, query.annotations === '1');
      return { book: presentBook(book, contents) };
    },
  }),

  implement(endpoints.makeBoardBook, async ({ scope, params, body }) => {
    const { of, contents } = await loadRequested(scope, params.id, body.with_annotations);
    return { book: presentBook(await requestUnlessMade(scope, of, contents), contents) };
  }),

  implementRead(endpoints.downloadBoardBook, {
    reads: { ...bookReads, downloaded: justDownloaded },
    paramsOf: ({ params, query, header, now }) => ({
      id: params.id,
      marked: query.annotations === '1',
      logged_after: openingsAfter({ range: header('range'), now }),
    }),
    async answer({ context, reader, query, header, found, record }) {
      const withMarks = query.annotations === '1';
      const { book, contents, isCurrent, meeting } = requestedBook(reader, found, withMarks);
      if (!isCurrent || book === null) throw notFound();
      const title = withMarks ? markedTitleOf(meeting.title) : titleOf(meeting.title);
      const answer = bookFile(context, book, { title, plainName: 'board-book' });
      const wasJustOpened = found.downloaded?.is_logged === true;
      if (isOpening(header('range'), { byteSize: answer.byteSize, wasJustOpened })) {
        const leftOut = new Set(book.left_out.map((each) => each.id));
        const papers = contents.papers.flatMap(({ document: { id, version_id: versionId } }) =>
          leftOut.has(id) ? [] : [inBook(openingEntry(id, { as: 'download', versionId }))],
        );
        const entry = {
          action: downloadedAction,
          subjectKind: 'meeting',
          subjectId: meeting.id,
          detail: { with_annotations: withMarks },
        } as const;
        await record(auditRecord, auditRecordOf([...papers, entry]));
      }
      return answer;
    },
  }),

  implementRead(endpoints.downloadAgenda, {
    reads: agendaReads,
    answer({ context, reader, sessionId, query: { format }, found: { meeting, items, documents } }) {
      if (meeting === null || !canReadMeeting(reader, meeting)) throw notFound();
      const plan = agendaPlan(meeting, composeSheet(reader, { meeting, items, documents }));
      const name = { title: meetingSheetLabels.agendaOf(meeting.title), plainName: 'agenda', format };
      return recordDownload(context, { sessionId, memberId: reader.member.id, shown: plan }, { plan, ...name });
    },
  }),

  implementRead(endpoints.downloadAttendanceSheet, {
    reads: attendanceReads,
    answer({ context, reader, sessionId, found: { meeting, invitees, guests } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting) || !canSeePeople(reader)) throw notFound();
      const { frame } = composeSheet(reader, { meeting, items: [], documents: [] });
      const plan = attendancePlan(reader, meeting, { frame, invitees, guests });
      const name = { title: plan.title, plainName: 'attendance' };
      return recordDownload(context, { sessionId, memberId: reader.member.id, shown: plan }, { plan, ...name });
    },
  }),
];

const composeSheet = (
  { board }: Reader,
  given: Pick<Parameters<typeof composeBook>[0], 'meeting' | 'items' | 'documents'>,
) => composeBook({ ...given, board, files: new Map(), withAnnotations: false });

/** Reports must not count the download of a book as opening its papers. */
const inBook = (entry: ReturnType<typeof openingEntry>) => ({ ...entry, detail: { ...entry.detail, in_book: true } });

interface RequestedBook {
  readonly meeting: LoadedMeeting;
  readonly contents: BookContents;
  readonly book: BookRow | null;
  readonly isCurrent: boolean;
}

function requestedBook(reader: Reader, found: StatementResults<typeof bookReads>, withMarks: boolean): RequestedBook {
  const { meeting, book: row, ...read } = found;
  if (meeting === null || !canReadMeeting(reader, meeting)) throw notFound();
  const contents = bookContents(reader, { ...read, meeting, withAnnotations: withMarks });
  const book = bookOfRow(row);
  return { meeting, contents, book, isCurrent: book?.fingerprint === contents.fingerprint };
}

async function loadRequested(
  scope: BoardScope,
  meetingId: string,
  withMarks: boolean,
): Promise<{ readonly of: BookKey; readonly contents: BookContents }> {
  const meeting = await loadReadableMeeting(scope, meetingId);
  const isWatermarked = scope.board.watermark !== 'off';
  const isOwn = withMarks || isWatermarked || (await isOwnBook(scope, scope.member.id, meetingId));
  const of = { kind: 'meeting', id: meetingId, memberId: isOwn ? scope.member.id : null, isMarked: withMarks } as const;
  return { of, contents: await readBookContents(scope, meeting, { memberId: scope.member.id, areIn: withMarks }) };
}
