import { randomUUID } from 'node:crypto';
import { boardBookMessages } from '#domain/board-book.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { findMeeting, type MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { listenersOf } from '#server/features/members/audience/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { type MadeBook, makeBook } from '#server/integrations/pdf/book/make-book.ts';
import type { PaperSource } from '#server/integrations/pdf/book/plan.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { type BookContents, type BookPaper, makeBoardBookJobName, readBookContents } from './queries.ts';

/** Open pages hear of the papers that are done no more often. */
const progressMsMin = 700;

interface Making {
  readonly bookId: string;
  readonly memberId: string | null;
  readonly meeting: MeetingRow;
  readonly contents: BookContents;
  /** XFDF by version. */
  readonly marks: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** Makes a board book of what the meeting holds when the job begins. */
export function makeBoardBookJob(context: Context): JobHandler {
  return {
    name: makeBoardBookJobName,
    lane: 'slow',
    async handle({ board_id: boardId = '', book_id: bookId = '' }, { isLast }) {
      const making = await withBoardJobScope(context, boardId, (scope) => begin(scope, bookId));
      if (making === null) return;
      const inBoard = (work: (scope: BoardJobScope) => Promise<void>) => withBoardJobScope(context, boardId, work);
      const fail = () => inBoard((scope) => settle(scope, making, { state: 'failed' }));
      try {
        if ((await make(context, boardId, making)) === null) await fail();
      } catch (error) {
        // Something that fails again and again, as a full disk may, must not leave the reader waiting for good.
        if (isLast) await fail();
        throw error;
      }
    },
  };
}

/** Null when nobody waits for it any more. From here on the row names what is being made. */
async function begin(scope: BoardJobScope, bookId: string): Promise<Making | null> {
  const { tx, board } = scope;
  const row = await tx
    .selectFrom('board_books')
    .select(['meeting_id', 'member_id'])
    .where('board_id', '=', board.id)
    .where('id', '=', bookId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const meeting = await findMeeting(scope, row.meeting_id);
  if (!meeting) {
    // Deleted meanwhile. Should it be brought back, nobody has asked for its book.
    await tx.deleteFrom('board_books').where('board_id', '=', board.id).where('id', '=', bookId).execute();
    return null;
  }
  const { member_id: memberId } = row;
  const contents = await readBookContents(scope, meeting, { memberId, areIn: memberId !== null });
  await tx
    .updateTable('board_books')
    .set({ fingerprint: contents.fingerprint, papers_done: 0 })
    .where('board_id', '=', board.id)
    .where('id', '=', bookId)
    .execute();
  const asOf = boardBookMessages.asOf(formatDocumentTime(scope.now, board.timeZone));
  if (memberId === null) return { bookId, memberId, meeting, contents, marks: new Map(), notes: [asOf] };
  const { first_name, last_name } = await selectPeople(scope)
    .where('member.id', '=', memberId)
    .executeTakeFirstOrThrow();
  const notes = [asOf, boardBookMessages.withMarks(`${first_name} ${last_name}`)];
  return { bookId, memberId, meeting, contents, marks: await readMarks(scope, memberId, contents), notes };
}

async function readMarks(
  scope: BoardJobScope,
  memberId: string,
  contents: BookContents,
): Promise<ReadonlyMap<string, string>> {
  const rows = await scope.tx
    .selectFrom('annotations')
    .select(['version_id', 'xfdf'])
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where((eb) =>
      eb('version_id', '=', eb.fn.any(eb.val(contents.papers.flatMap(({ document }) => document.version_id ?? [])))),
    )
    .execute();
  return new Map(rows.map((row) => [row.version_id, row.xfdf]));
}

/** Null when no book can be made of this. Outside of any transaction, since it may take its time. */
async function make(context: Context, boardId: string, making: Making): Promise<true | null> {
  const { contents, notes } = making;
  let told = 0;
  const onPaper = async (done: number): Promise<void> => {
    if (Date.now() - told < progressMsMin) return;
    told = Date.now();
    await withBoardJobScope(context, boardId, (scope) => settle(scope, making, { papers_done: done }));
  };
  return withSources(context, making, contents.papers, async (sources) => {
    const papers = contents.papers.map(({ document, label }, index) => ({
      title: document.title,
      label,
      source: sources[index] ?? ({ kind: 'left-out', why: 'unreadable' } as const),
    }));
    const plan = { creator: context.config.appName, ...contents.frame, notes, papers };
    return makeBook(plan, onPaper, (made) => keep(context, boardId, making, made));
  });
}

/** The bytes are stored before the row names them. */
async function keep(context: Context, boardId: string, making: Making, made: MadeBook): Promise<true> {
  const key = `boards/${boardId}/books/${randomUUID()}`;
  await context.storage.putFile(key, made.path);
  const leftOut = making.contents.papers.flatMap(({ document }, index) => {
    const why = made.leftOut[index] ?? null;
    return why === null ? [] : [{ id: document.id, why }];
  });
  await withBoardJobScope(context, boardId, (scope) =>
    settle(scope, making, {
      state: 'made',
      storage_key: key,
      byte_size: made.byteSize,
      page_count: made.pageCount,
      left_out: JSON.stringify(leftOut),
      made_at: scope.now,
      papers_done: making.contents.papers.length,
    }),
  );
  return true;
}

type Settled =
  | { readonly papers_done: number }
  | { readonly state: 'failed' }
  | {
      readonly state: 'made';
      readonly storage_key: string;
      readonly byte_size: number;
      readonly page_count: number;
      readonly left_out: string;
      readonly made_at: Date;
      readonly papers_done: number;
    };

/** Writes down how far it is, unless something else was asked for meanwhile, and tells whoever may wait for it. */
async function settle(scope: BoardJobScope, making: Making, state: Settled): Promise<void> {
  const { meeting, memberId } = making;
  await scope.tx
    .updateTable('board_books')
    .set(state)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', making.bookId)
    .where('state', '=', 'waiting')
    .where('fingerprint', '=', making.contents.fingerprint)
    .execute();
  const audience = { audienceId: meeting.audience_id, isDraft: meeting.state === 'draft' };
  const listeners = memberId === null ? await listenersOf(scope, audience) : [memberId];
  await publishLive(scope, { noun: 'board-book', id: meeting.id }, listeners);
}

/** Gives `work` the papers as local files, for as long as it lasts. */
async function withSources<T>(
  context: Context,
  making: Making,
  papers: readonly BookPaper[],
  work: (sources: readonly PaperSource[]) => Promise<T>,
): Promise<T> {
  const [paper, ...rest] = papers;
  if (!paper) return work([]);
  const { document, pages } = paper;
  const andRest = (source: PaperSource) => withSources(context, making, rest, (others) => work([source, ...others]));
  if (pages.kind === 'link' || pages.kind === 'left-out') return andRest(pages);
  const xfdf = pages.marksRevision === null ? null : (making.marks.get(document.version_id ?? '') ?? null);
  return context.storage.withLocalFile(pages.key, (path) => andRest({ kind: pages.kind, path, xfdf }));
}
