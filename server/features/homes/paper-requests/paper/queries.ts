import { sql } from 'kysely';
import type { PaperLinks } from '#domain/paper-requests.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type SelectedRow } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { loadMeetingForEdit } from '#server/features/homes/meetings/meeting/commands.ts';
import {
  anyMember,
  editableBy,
  pageReaderOf,
  selectAudienceAccess,
} from '#server/features/members/audience/queries.ts';
import { seenIn, withheldWhere } from '#server/features/members/audience/visibility.ts';
import type { MeetingHome } from '#server/features/papers/documents/ports.ts';

const papersMax = 500;

/** The caller must check whether the reader may see the papers. */
export const selectPapers = (scope: QueryScope) => selectPapersEvenEnded(scope).where('request.ended_at', 'is', null);

export const selectPapersEvenEnded = (scope: QueryScope) =>
  scope.tx
    .selectFrom('paper_requests as request')
    .innerJoin('paper_authors as author', (join) => sameBoard(join, 'author.id', 'request.author_id'))
    .leftJoin('agenda_items as item', (join) => sameBoard(join, 'item.id', 'request.agenda_item_id'))
    .leftJoin('paper_submissions as submission', (join) => sameBoard(join, 'submission.request_id', 'request.id'))
    .where('request.board_id', '=', scope.board.id)
    .select(['request.id', 'request.agenda_item_id', 'request.title', 'request.note', 'request.asked_by'])
    .select([
      sql<string>`request.due_on::text`.as('due_on'),
      sql<string | null>`request.more_until::text`.as('more_until'),
    ])
    .select(['request.more_reason', 'request.sent_back_at', 'request.sent_back_reason', 'request.declined_at'])
    .select([
      'request.accepted_at',
      'request.document_id',
      'request.ended_at',
      'request.files_sent',
      'request.bytes_sent',
    ])
    .select(['author.id as author_id', 'author.name as author_name', 'author.meeting_id', 'item.title as item_title'])
    .select(['submission.id as submission_id', 'submission.filename', 'submission.byte_size', 'submission.page_count'])
    .select(['submission.note as submission_note', 'submission.sent_at', 'submission.storage_key'])
    .select(sql<boolean>`submission.storage_key is not null`.as('is_waiting'))
    .orderBy('item.position')
    .orderBy('request.id')
    .limit(papersMax);

export type PaperRow = SelectedRow<typeof selectPapers>;

/** Omits papers of items that are withheld from the reader. */
export const papersOfMeeting = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectPapers(scope)
    .where('author.meeting_id', '=', id)
    .where(seenIn(scope, sql.ref('request.agenda_item_id'))),
);

export const expectedPapers = defineRows({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('agenda_items as item')
    .innerJoin('agenda_items as other', (join) =>
      join
        .onRef('other.board_id', '=', 'item.board_id')
        .on(({ eb, or }) =>
          or([
            eb('other.id', '=', eb.ref('item.copied_from')),
            eb('other.copied_from', '=', eb.ref('item.copied_from')),
          ]),
        ),
    )
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'other.meeting_id'))
    .innerJoin('paper_requests as request', (join) => sameBoard(join, 'request.agenda_item_id', 'other.id'))
    .innerJoin('paper_authors as author', (join) => sameBoard(join, 'author.id', 'request.author_id'))
    .where('item.board_id', '=', scope.board.id)
    .where('item.meeting_id', '=', id)
    .where('meeting.deleted_at', 'is', null)
    .where(editableBy(pageReaderOf(scope), sql.ref('meeting.audience_id')))
    .where('request.declined_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paper_requests as own')
            .select('own.id')
            .whereRef('own.board_id', '=', 'item.board_id')
            .whereRef('own.agenda_item_id', '=', 'item.id'),
        ),
      ),
    )
    .where(seenIn(scope, sql.ref('item.id')))
    .where(seenIn(scope, sql.ref('other.id')))
    .distinctOn(['item.position', 'item.id'])
    .select(['item.id as agenda_item_id', 'request.title', 'author.name as author_name', 'author.member_id'])
    .orderBy('item.position')
    .orderBy('item.id')
    .orderBy('request.id', 'desc'),
);

/** Does not check rights; the caller must use `canEditMeeting`. */
export const paperOfReader = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectPapers(scope)
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'author.meeting_id'))
    .select(sql<MeetingHome['state']>`meeting.state`.as('state'))
    .select(selectAudienceAccess(scope, sql.ref('meeting.audience_id')))
    .where('meeting.deleted_at', 'is', null)
    .where('request.id', '=', id)
    .where(seenIn(scope, sql.ref('request.agenda_item_id'))),
);

export const paperLinksOfBoard = definePage({}, (scope) =>
  scope.tx.selectFrom('boards').select(sql<PaperLinks>`paper_links`.as('paper_links')).where('id', '=', scope.board.id),
);

export async function readPaperLinks({ tx, now }: Pick<BoardScope, 'tx' | 'now'>): Promise<PaperLinks> {
  return (await paperLinksOfBoard.run(tx, {}, now))?.paper_links ?? 'off';
}

const selectSeenPaper = (scope: BoardScope, id: string) =>
  selectPapers(scope)
    .where('request.id', '=', id)
    .where(seenIn(scope, sql.ref('request.agenda_item_id')));

/** Read the paper in a later statement, so that it includes changes made while waiting for the lock. */
export async function lockPaper(scope: Pick<BoardScope, 'tx' | 'board'>, id: string): Promise<void> {
  await selectRows(scope, 'paper_requests', { id }).select('id').forUpdate().execute();
}

/** Locks the meeting before the request. Throws `not-found` or `forbidden`. */
export async function loadPaperForEdit(scope: BoardScope, id: string): Promise<PaperRow> {
  const { meeting_id } = await selectSeenPaper(scope, id).executeTakeFirstOrThrow(notFound);
  await loadMeetingForEdit(scope, meeting_id);
  await lockPaper(scope, id);
  return selectSeenPaper(scope, id).executeTakeFirstOrThrow(notFound);
}

/** If the author is a member, omits papers whose agenda item is withheld from that member. */
export const selectPapersOfAuthor = (scope: Pick<BoardScope, 'tx' | 'board'>, authorId: string) =>
  selectPapersEvenEnded(scope)
    .where('request.author_id', '=', authorId)
    .where(
      sql<boolean>`not ${withheldWhere(
        { board: scope.board, member: anyMember(sql.ref('author.member_id')) },
        sql.ref('request.agenda_item_id'),
      )}`,
    );
