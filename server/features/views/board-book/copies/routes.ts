import { downloadCopy, getCopy, makeCopy } from '#contract/board-book.ts';
import { copyMessages, isUnchanged } from '#domain/board-book.ts';
import { annotatedCopyMessages } from '#domain/messages/annotations.ts';
import type { ReaderWithPorts } from '#server/db/board-scope.ts';
import type { StatementResults } from '#server/db/page-statement.ts';
import { notFound, refused } from '#server/errors.ts';
import { auditRecord, auditRecordOf } from '#server/features/core/audit/commands.ts';
import { openFound } from '#server/features/papers/documents/openings/commands.ts';
import { isOpening } from '#server/features/papers/documents/openings/policy.ts';
import { presentFile } from '#server/features/papers/documents/openings/present.ts';
import { openedVersion, openedVersionOf, openingEntry } from '#server/features/papers/documents/openings/queries.ts';
import { loadDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { requestUnlessMade } from '#server/features/views/board-book/commands.ts';
import { bookFile, presentCopy } from '#server/features/views/board-book/present.ts';
import {
  bookOfRow,
  copyContents,
  copyReads,
  findBook,
  readCopyContents,
} from '#server/features/views/board-book/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';

export const paperCopyRoutes: readonly Route[] = [
  implementRead(getCopy, {
    reads: copyReads,
    paramsOf: ({ params, query }) => ({ id: params.id, marked: query.annotations === '1' }),
    answer({ reader, query, found }) {
      const { book, contents } = requestedCopy(reader, found, query.annotations === '1');
      return { book: presentCopy(book, contents) };
    },
  }),

  implement(makeCopy, async ({ scope, params, body }) => {
    const { id } = await loadDocument(scope, params.id);
    const { with_annotations: isMarked } = body;
    const of = { kind: 'document', id, memberId: scope.member.id, isMarked } as const;
    const contents = await readCopyContents(scope, id, { memberId: scope.member.id, areIn: isMarked });
    if (contents === null) throw notFound();
    const isTried = presentCopy(null, contents).left_out.length === 0;
    const book = await (isTried ? requestUnlessMade(scope, of, contents) : findBook(scope, of));
    return { book: presentCopy(book, contents) };
  }),

  implementRead(downloadCopy, {
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

function requestedCopy(
  reader: ReaderWithPorts,
  found: StatementResults<ReturnType<typeof copyReads>>,
  withAnnotations: boolean,
) {
  const document = seenDocument(reader, found.document);
  const contents = copyContents(reader, { document, files: found.files, withAnnotations });
  return { document, contents, book: bookOfRow(found.book) };
}
