import * as endpoints from '#contract/board-book.ts';
import { boardBookMessages, copyMessages, isUnchanged, meetingSheetLabels } from '#domain/board-book.ts';
import { annotatedCopyMessages } from '#domain/messages/annotations.ts';
import type { BoardScope, Reader, ReaderWithPorts } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { notFound, refused } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { loadReadableMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { canReadMeeting, canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { openFound } from '#server/features/papers/documents/openings/commands.ts';
import { isOpening } from '#server/features/papers/documents/openings/policy.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import {
  openedVersion,
  openedVersionOf,
  openingEntry,
  openingsAfter,
} from '#server/features/papers/documents/openings/queries.ts';
import { loadDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { requestUnlessMade } from './commands.ts';
import { agendaPlan, attendancePlan } from './meeting-sheets.ts';
import { bookFile, composeBook, presentBook, presentCopy } from './present.ts';
import {
  agendaReads,
  attendanceReads,
  bookContents,
  bookOfRow,
  bookReads,
  copyContents,
  copyReads,
  downloadedAction,
  findBook,
  isOwnBook,
  justDownloaded,
  readBookContents,
  readCopyContents,
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
      return recordDownload(context, { sessionId, memberId: reader.member.id }, { plan, ...name });
    },
  }),

  implementRead(endpoints.downloadAttendanceSheet, {
    reads: attendanceReads,
    answer({ context, reader, sessionId, found: { meeting, invitees, guests } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting) || !canSeePeople(reader)) throw notFound();
      const { frame } = composeSheet(reader, { meeting, items: [], documents: [] });
      const plan = attendancePlan(reader, meeting, { frame, invitees, guests });
      const name = { title: plan.title, plainName: 'attendance' };
      return recordDownload(context, { sessionId, memberId: reader.member.id }, { plan, ...name });
    },
  }),

  implementRead(endpoints.getCopy, {
    reads: copyReads,
    paramsOf: ({ params, query }) => ({ id: params.id, marked: query.annotations === '1' }),
    answer({ reader, query, found }) {
      const { book, contents } = requestedCopy(reader, found, query.annotations === '1');
      return { book: presentCopy(book, contents) };
    },
  }),

  implement(endpoints.makeCopy, async ({ scope, params, body }) => {
    const { id } = await loadDocument(scope, params.id);
    const { with_annotations: isMarked } = body;
    const of = { kind: 'document', id, memberId: scope.member.id, isMarked } as const;
    const contents = await readCopyContents(scope, id, { memberId: scope.member.id, areIn: isMarked });
    if (contents === null) throw notFound();
    const isTried = presentCopy(null, contents).left_out.length === 0;
    const book = await (isTried ? requestUnlessMade(scope, of, contents) : findBook(scope, of));
    return { book: presentCopy(book, contents) };
  }),

  implementRead(endpoints.downloadCopy, {
    reads: (ports) => ({ ...copyReads(ports), version: openedVersion }),
    paramsOf: ({ params: { id }, query, header, now }) => ({
      ...openedVersionOf({ id, as: 'download', range: header('range'), now }),
      marked: query.annotations === '1',
    }),
    async answer({ context, reader, query, header, found, record }) {
      const isMarked = query.annotations === '1';
      const { document, book, contents } = requestedCopy(reader, found, isMarked);
      const { state, left_out: leftOut } = presentCopy(book, contents);
      const [why] = leftOut.map((each) => each.why);
      const range = header('range');
      if (why !== undefined && isUnchanged(why)) {
        const opening = { document, version: found.version, as: 'download', range, board: null } as const;
        return presentFile(context, await openFound(record, opening));
      }
      if (why !== undefined) throw refused(copyMessages.leftOut(why));
      if (state !== 'made' || book === null) throw refused(copyMessages.needed);
      const title = isMarked ? annotatedCopyMessages.titleOf(document.title) : document.title;
      const answer = bookFile(context, book, { title, plainName: 'document' });
      const wasJustOpened = found.version?.was_just_opened === true;
      if (isOpening(range, { byteSize: answer.byteSize, wasJustOpened })) {
        const entry = openingEntry(document.id, { as: 'download', versionId: document.version_id });
        await record(auditRecord, auditRecordOf([entry]));
      }
      return answer;
    },
  }),
];

const composeSheet = (
  { board }: Reader,
  given: Pick<Parameters<typeof composeBook>[0], 'meeting' | 'items' | 'documents'>,
) => composeBook({ ...given, board, files: new Map(), withAnnotations: false });

/** Reports must not count the download of a book as opening its papers. */
const inBook = (entry: ReturnType<typeof openingEntry>) => ({ ...entry, detail: { ...entry.detail, in_book: true } });

function requestedBook(reader: Reader, found: StatementResults<typeof bookReads>, withMarks: boolean) {
  const { meeting, book: row, ...read } = found;
  if (meeting === null || !canReadMeeting(reader, meeting)) throw notFound();
  const contents = bookContents(reader, { ...read, meeting, withAnnotations: withMarks });
  const book = bookOfRow(row);
  return { meeting, contents, book, isCurrent: book?.fingerprint === contents.fingerprint };
}

async function loadRequested(scope: BoardScope, meetingId: string, withMarks: boolean) {
  const meeting = await loadReadableMeeting(scope, meetingId);
  const isWatermarked = scope.board.watermark !== 'off';
  const isOwn = withMarks || isWatermarked || (await isOwnBook(scope, scope.member.id, meetingId));
  const of = { kind: 'meeting', id: meetingId, memberId: isOwn ? scope.member.id : null, isMarked: withMarks } as const;
  return { of, contents: await readBookContents(scope, meeting, { memberId: scope.member.id, areIn: withMarks }) };
}

function requestedCopy(
  reader: ReaderWithPorts,
  found: StatementResults<ReturnType<typeof copyReads>>,
  withAnnotations: boolean,
) {
  const document = seenDocument(reader, found.document);
  const contents = copyContents(reader, { document, files: found.files, withAnnotations });
  return { document, contents, book: bookOfRow(found.book) };
}
