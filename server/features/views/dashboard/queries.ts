import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/base/visibility.ts';
import { listLatest } from '#server/features/homes/library/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/base/visibility.ts';
import { inAudience, readerOf } from '#server/features/members/audience/queries.ts';
import type { PollItem } from '#server/features/papers/polls/base/queries.ts';

export const waitingMax = 20;
export const timelineMax = 50;
export const newestDocumentsMax = 10;
/** The board's newest documents, which are searched first. */
export const lastMax = 100;

export interface NewestDocument {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
  readonly created_at: Date;
  readonly home:
    | { readonly kind: 'meeting' | 'announcement'; readonly id: string }
    | { readonly kind: 'library'; readonly category_id: string; readonly folder_id: string | null };
  readonly home_name: string;
  /** The reader's last visit to the home. */
  readonly last_visited_at: Date | null;
}

/** The newest documents of published, visible homes. */
export async function listNewestDocuments(scope: BoardScope): Promise<readonly NewestDocument[]> {
  const near = await newestAmong(scope, isAmongLast(scope));
  // Whoever sees too few of the newest needs a search of all documents.
  return near.length === newestDocumentsMax ? near : newestAmong(scope, sql<boolean>`true`);
}

async function newestAmong(scope: BoardScope, isAmong: RawBuilder<boolean>): Promise<readonly NewestDocument[]> {
  const [ofMeetings, ofAnnouncements] = [
    await newestOfMeetings(scope, isAmong),
    await newestOfAnnouncements(scope, isAmong),
  ];
  const ofLibrary = (await listLatest(scope, { most: newestDocumentsMax, isAmong })).map(
    ({ category_id, category_name, folder_id, ...row }): NewestDocument => ({
      ...row,
      ...{ home: { kind: 'library', category_id, folder_id }, home_name: category_name, last_visited_at: null },
    }),
  );
  return [...ofMeetings, ...ofAnnouncements, ...ofLibrary]
    .toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, newestDocumentsMax);
}

/** The board's newest documents: of thousands, most need not be searched. */
const isAmongLast = ({ board }: BoardScope) => sql<boolean>`document.id = any(array(
  select last.id from documents last
  where last.board_id = ${board.id}::uuid and last.deleted_at is null and not last.hidden
  order by last.created_at desc, last.id desc limit ${lastMax}
))`;

const newestOfMeetings = (scope: BoardScope, isAmong: RawBuilder<boolean>) =>
  readNewest(
    scope,
    sql`
      select ${shown}, jsonb_build_object('kind', 'meeting', 'id', meeting.id) as home, meeting.title as home_name, own.last_visited_at
      from documents document
      left join agenda_items item on item.board_id = document.board_id and item.id = document.agenda_item_id
      join meetings meeting on meeting.board_id = document.board_id and meeting.id = coalesce(document.meeting_id, item.meeting_id)
      left join invitees own on own.board_id = meeting.board_id and own.meeting_id = meeting.id and own.member_id = ${scope.member.id}::uuid
      where meeting.deleted_at is null and meeting.state <> 'draft' and ${meetingVisibleWhere(readerOf(scope), 'meeting')} and ${isAmong}
    `,
  );

const newestOfAnnouncements = (scope: BoardScope, isAmong: RawBuilder<boolean>) =>
  readNewest(
    scope,
    sql`
      select ${shown}, jsonb_build_object('kind', 'announcement', 'id', item.id) as home, item.title as home_name, own.last_visited_at
      from documents document
      join announcements item on item.board_id = document.board_id and item.id = document.announcement_id
      left join announcement_readers own on own.board_id = item.board_id and own.announcement_id = item.id and own.member_id = ${scope.member.id}::uuid
      where item.deleted_at is null and item.state = 'published' and ${announcementVisibleWhere(readerOf(scope))} and ${isAmong}
    `,
  );

const shown = sql`document.id, document.title, document.extension, document.mime_type, document.is_link, document.created_at`;

async function readNewest(scope: BoardScope, documents: RawBuilder<unknown>): Promise<readonly NewestDocument[]> {
  const { rows } = await sql<NewestDocument>`
    ${documents} and document.board_id = ${scope.board.id}::uuid and document.deleted_at is null and not document.hidden
    order by document.created_at desc, document.id desc limit ${newestDocumentsMax}
  `.execute(scope.tx);
  return rows;
}

/** Open polls that the reader may answer and has not, of meetings and announcements; those that close next come first. */
export async function listWaitingPolls(
  scope: BoardScope,
  given: { readonly meetingsEndAfter: Date; readonly most: number },
) {
  const { tx, board, member, now } = scope;
  return tx
    .selectFrom('polls as poll')
    .leftJoin('meetings as meeting', (join) =>
      join.onRef('meeting.board_id', '=', 'poll.board_id').onRef('meeting.id', '=', 'poll.meeting_id'),
    )
    .leftJoin('announcements as item', (join) =>
      join.onRef('item.board_id', '=', 'poll.board_id').onRef('item.id', '=', 'poll.announcement_id'),
    )
    .select(['poll.id', 'poll.question', 'poll.closes_at'])
    .select((eb) => [
      sql<PollItem['kind']>`case when poll.meeting_id is null then 'announcement' else 'meeting' end`.as('itemType'),
      eb.fn.coalesce('poll.meeting_id', 'poll.announcement_id').$notNull().as('item_id'),
      eb.fn.coalesce('meeting.title', 'item.title').$notNull().as('item_title'),
    ])
    .where('poll.board_id', '=', board.id)
    .where('poll.deleted_at', 'is', null)
    .where('poll.closed_at', 'is', null)
    .where((eb) => eb.or([eb('poll.closes_at', 'is', null), eb('poll.closes_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('meeting.deleted_at', 'is', null),
          eb('meeting.state', 'in', ['published', 'finding-date']),
          eb.or([
            eb('meeting.state', '=', 'finding-date'),
            eb('meeting.reopened_at', 'is not', null),
            eb('meeting.ends_at', '>', given.meetingsEndAfter),
          ]),
          eb.exists(
            eb
              .selectFrom('invitees as own')
              .select('own.member_id')
              .whereRef('own.board_id', '=', 'poll.board_id')
              .whereRef('own.meeting_id', '=', 'poll.meeting_id')
              .where('own.member_id', '=', member.id),
          ),
          meetingVisibleWhere(readerOf(scope), 'meeting'),
        ]),
        eb.and([
          eb('item.deleted_at', 'is', null),
          eb('item.state', '=', 'published'),
          announcementVisibleWhere(readerOf(scope)),
          inAudience(scope, sql.ref('item.audience_id'), sql<string>`${member.id}::uuid`),
        ]),
      ]),
    )
    .where(
      sql<boolean>`not exists (
        select from poll_responses r
        where r.board_id = poll.board_id and r.poll_id = poll.id and r.member_id = ${member.id}
      )`,
    )
    .orderBy(sql`poll.closes_at asc nulls last, poll.created_at, poll.id`)
    .limit(given.most)
    .execute();
}
