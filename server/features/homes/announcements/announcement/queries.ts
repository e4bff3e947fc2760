import { type Expression, type RawBuilder, sql } from 'kysely';
import type { AnnouncementState } from '#contract/summaries.ts';
import type { RichText } from '#domain/rich-text.ts';
import { restorableSince } from '#domain/timings.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import {
  type AudienceAccess,
  actorOf,
  editableBy,
  inAudience,
  type MemberIds,
  namedJoined,
  pageReaderOf,
  pageReaderOfPublished,
  selectAccessOfJoined,
} from '#server/features/members/audience/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import type { DueItem } from '#server/jobs/each-due.ts';
import { announcementVisibleWhere, canSeeAnnouncement } from './visibility.ts';

const waitingMax = 100;
const deletedMax = 100;
const openingCharacters = 1_000;
/** Days after which an announcement no longer counts as unread, so that new members do not start with a long list. */
const newsDays = 90;

export function selectPublishedAnnouncements(
  scope: PageScope,
  {
    most,
    before,
  }: {
    readonly most: number;
    readonly before?: { readonly publishOn: Expression<Date>; readonly id: Expression<string> };
  },
) {
  return selectSummaries(scope, pageReaderOfPublished(scope))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(item.publish_on, item.id) < (coalesce(${before?.publishOn}, 'infinity'), coalesce(${before?.id}, ${lastId}))`,
      ),
    )
    .where('item.state', '=', 'published')
    .orderBy('item.publish_on', 'desc')
    .orderBy('item.id', 'desc')
    .limit(most);
}

const lastId = sql.lit('ffffffff-ffff-ffff-ffff-ffffffffffff');

export const scheduledAnnouncements = defineRows({}, (scope) =>
  selectSummaries(scope)
    .where('item.state', '=', 'scheduled')
    .orderBy('item.publish_on')
    .orderBy('item.id')
    .limit(waitingMax),
);

export const draftAnnouncements = defineRows({}, (scope) =>
  selectSummaries(scope)
    .where('item.state', '=', 'draft')
    .orderBy('item.updated_at', 'desc')
    .orderBy('item.id')
    .limit(waitingMax),
);

export const deletedAnnouncements = defineRows({ restorable_since: 'timestamptz' }, (scope, { restorable_since }) =>
  scope.tx
    .selectFrom('announcements as item')
    .select((eb) => ['item.id', 'item.title', eb.ref('item.deleted_at').$notNull().as('deleted_at')])
    .where('item.board_id', '=', scope.board.id)
    .where('item.deleted_at', '>', restorable_since)
    .where(editableBy(pageReaderOf(scope), sql.ref('item.audience_id')))
    .orderBy('item.deleted_at', 'desc')
    .orderBy('item.id')
    .limit(deletedMax),
);

export type DeletedAnnouncementRow = ResultOf<typeof deletedAnnouncements>[number];

function selectSummaries(scope: PageScope, reader = pageReaderOf(scope)) {
  const me = sql<string>`${scope.member.id}::uuid`;
  const heads = selectAnnouncementHeads(scope).where(announcementVisibleWhere(reader));
  return heads.select((eb) => [
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

function unread(scope: PageScope, me: ReturnType<typeof sql<string>>) {
  return sql<boolean>`(
    item.state = 'published'
    and item.created_by is distinct from ${me}
    and ${inAudience(scope, sql.ref('item.audience_id'), actorOf(scope))}
    and item.publish_on > ${scope.now}::timestamptz - make_interval(days => ${newsDays}::int)
    and not exists (
      select from announcement_readers r
      where r.board_id = item.board_id and r.announcement_id = item.id and r.member_id = ${me} and r.first_opened_at is not null
    )
  )`;
}

export type AnnouncementHead = SelectedRow<typeof selectAnnouncementHeads>;
export type AnnouncementSummaryRow = SelectedRow<typeof selectSummaries>;
export type AnnouncementRow = SelectedRow<typeof selectAnnouncements>;
export type LoadedAnnouncement = AnnouncementRow & AudienceAccess;

interface Loading {
  readonly lock?: 'share' | 'update';
}

export async function loadAnnouncement(
  scope: BoardScope,
  announcementId: string,
  options: Loading = {},
): Promise<LoadedAnnouncement> {
  const row = await findAnnouncementOfReader(scope, announcementId, options);
  if (!row || !canSeeAnnouncement(scope, row)) throw notFound();
  return row;
}

export async function findAnnouncementOfReader(
  scope: BoardScope,
  announcementId: string,
  options: Loading = {},
): Promise<LoadedAnnouncement | null> {
  const row = await selectAnnouncementOfReader(scope, announcementId)
    .$if(options.lock === 'update', (query) => query.forNoKeyUpdate().modifyEnd(sql`of item`))
    .$if(options.lock === 'share', (query) => query.forShare().modifyEnd(sql`of item`))
    .executeTakeFirst();
  return row ?? null;
}

export async function findAnnouncement(scope: QueryScope, announcementId: string): Promise<AnnouncementRow | null> {
  return (await selectAnnouncements(scope).where('item.id', '=', announcementId).executeTakeFirst()) ?? null;
}

export function selectAnnouncements(scope: QueryScope) {
  return selectAnnouncementHeads(scope).select(['item.body_text', sql<RichText>`item.body`.as('body')]);
}

/** Does not check visibility; the caller must use `canSeeAnnouncement`. */
export const selectAnnouncementOfReader = (scope: QueryScope & MemberIds, announcementId: SqlValue<string>) =>
  selectAnnouncements(scope).select(selectAccessOfJoined(scope)).where('item.id', '=', announcementId);

export function selectAnnouncementHeads(scope: QueryScope) {
  return scope.tx
    .selectFrom('announcements as item')
    .innerJoin('audiences as a', (join) => sameBoard(join, 'a.id', 'item.audience_id'))
    .leftJoin(selectPeople(scope).as('author'), (join) => join.onRef('author.id', '=', 'item.created_by'))
    .where('item.board_id', '=', scope.board.id)
    .where('item.deleted_at', 'is', null)
    .select([
      'item.id',
      'item.audience_id',
      'item.title',
      'item.publish_on',
      'item.revision',
      'item.created_at',
      'item.edited_at',
      'item.created_by as author_id',
      sql<AnnouncementState>`item.state`.as('state'),
      sql<string | null>`btrim(author.first_name || ' ' || author.last_name) || author.name_note`.as('author_name'),
      'author.img_url as author_img_url',
      sql<string | null>`case when author.removed_at is null then author.slug end`.as('author_slug'),
      namedJoined.as('audience'),
    ]);
}

/** Does not check visibility; the caller must use `canSeeAnnouncement`. */
export const announcementHeadOfReader = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectAnnouncementHeads(scope).select(selectAccessOfJoined(scope)).where('item.id', '=', id),
);

export const audienceIdOf = ({ board }: QueryScope, announcementId: SqlValue<string>): RawBuilder<string> =>
  sql<string>`(select own.audience_id from announcements own where own.board_id = ${board.id} and own.id = ${announcementId})`;

const publishedAtOnceMax = 100;
const purgedAtOnceMax = 200;

export const announcementsDue = (now: Date) => sql<DueItem>`
  select board_id, announcement_id as id from gate.announcements_due(${now}, ${publishedAtOnceMax})
`;

export const announcementsToPurge = (now: Date) => sql<DueItem>`
  select board_id, announcement_id as id from gate.announcements_to_purge(${restorableSince(now)}, ${purgedAtOnceMax})
`;
