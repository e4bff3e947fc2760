import { sql } from 'kysely';
import { restorableSince } from '#domain/restorable.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { editableBy, inAudience, readerOf, visibleTo } from '#server/features/members/audience/queries.ts';
import { type AnnouncementHead, selectAnnouncementHeads } from './queries.ts';

const waitingMax = 100;
const deletedMax = 100;
/** Enough for an excerpt, whatever blanks are in it. */
const openingCharacters = 1_000;

export interface AnnouncementSummaryRow extends AnnouncementHead {
  /** How its words begin. */
  readonly opening: string;
  readonly document_count: number;
  readonly is_unread: boolean;
}

/** Out, and in the reader's sight, newest first. */
export async function listPublishedAnnouncements(
  scope: BoardScope,
  {
    most,
    before = null,
  }: { readonly most: number; readonly before?: { readonly publishOn: Date; readonly id: string } | null },
): Promise<readonly AnnouncementSummaryRow[]> {
  return withCounts(scope)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(item.publish_on, item.id) < (${before?.publishOn}::timestamptz, ${before?.id}::uuid)`),
    )
    .where('item.state', '=', 'published')
    .where(visibleTo(readerOf(scope), sql.ref('item.audience_id')))
    .orderBy('item.publish_on', 'desc')
    .orderBy('item.id', 'desc')
    .limit(most)
    .execute();
}

/** Its editors' alone, soonest first. */
export async function listScheduledAnnouncements(scope: BoardScope): Promise<readonly AnnouncementSummaryRow[]> {
  return ofEditors(scope)
    .where('item.state', '=', 'scheduled')
    .orderBy('item.publish_on')
    .orderBy('item.id')
    .limit(waitingMax)
    .execute();
}

/** Its editors' alone, changed last first. */
export async function listDraftAnnouncements(scope: BoardScope): Promise<readonly AnnouncementSummaryRow[]> {
  return ofEditors(scope)
    .where('item.state', '=', 'draft')
    .orderBy('item.updated_at', 'desc')
    .orderBy('item.id')
    .limit(waitingMax)
    .execute();
}

export interface DeletedAnnouncementRow {
  readonly id: string;
  readonly title: string;
  readonly deleted_at: Date;
}

/** What its editors can bring back, deleted last first. */
export async function listDeletedAnnouncements(scope: BoardScope): Promise<readonly DeletedAnnouncementRow[]> {
  return scope.tx
    .selectFrom('announcements as item')
    .select((eb) => ['item.id', 'item.title', eb.ref('item.deleted_at').$notNull().as('deleted_at')])
    .where('item.board_id', '=', scope.board.id)
    .where('item.deleted_at', '>', restorableSince(scope.now))
    .where(editableBy(readerOf(scope), sql.ref('item.audience_id')))
    .orderBy('item.deleted_at', 'desc')
    .orderBy('item.id')
    .limit(deletedMax)
    .execute();
}

const ofEditors = (scope: BoardScope) =>
  withCounts(scope).where(editableBy(readerOf(scope), sql.ref('item.audience_id')));

function withCounts(scope: BoardScope) {
  const me = sql<string>`${scope.member.id}::uuid`;
  return selectAnnouncementHeads(scope).select((eb) => [
    sql<string>`left(item.body_text, ${openingCharacters}::int)`.as('opening'),
    eb
      .selectFrom('documents as paper')
      .select((of) => of.fn.countAll<number>().as('count'))
      .whereRef('paper.board_id', '=', 'item.board_id')
      .whereRef('paper.announcement_id', '=', 'item.id')
      .where('paper.deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('document_count'),
    unread(scope, me).as('is_unread'),
  ]);
}

/** What has been out for so long is no news, as for somebody who joins a board with years behind it. */
const newsDays = 90;

function unread(scope: BoardScope, me: ReturnType<typeof sql<string>>) {
  return sql<boolean>`(
    item.state = 'published'
    and item.created_by is distinct from ${me}
    and ${inAudience(scope, sql.ref('item.audience_id'), me)}
    and item.publish_on > ${scope.now}::timestamptz - make_interval(days => ${newsDays}::int)
    and not exists (
      select from announcement_readers r
      where r.board_id = item.board_id and r.announcement_id = item.id and r.member_id = ${me} and r.first_opened_at is not null
    )
  )`;
}
