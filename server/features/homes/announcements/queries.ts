import { sql } from 'kysely';
import type { NamedAudience } from '#domain/audience.ts';
import type { RichText } from '#domain/rich-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { type AudienceStanding, namedAudience, selectStanding } from '#server/features/members/audience/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { canSeeAnnouncement } from './visibility.ts';

/** What lists show of an announcement. */
export interface AnnouncementHead {
  readonly id: string;
  readonly audience_id: string;
  readonly audience: NamedAudience;
  readonly title: string;
  readonly state: 'draft' | 'scheduled' | 'published';
  readonly publish_on: Date | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly author_img_url: string | null;
  /** Null of somebody who was removed. */
  readonly author_slug: string | null;
}

export interface AnnouncementRow extends AnnouncementHead {
  readonly body: RichText;
  readonly body_text: string;
}

/** An announcement as whoever acts stands towards it. */
export type LoadedAnnouncement = AnnouncementRow & AudienceStanding;

type Reading = Pick<BoardScope, 'tx' | 'board'>;

interface Loading {
  readonly lock?: 'share' | 'update';
}

/** Throws `not-found` when it is not there or not the reader's to see. `lock` holds it until the transaction ends. */
export async function loadAnnouncement(
  scope: BoardScope,
  announcementId: string,
  options: Loading = {},
): Promise<LoadedAnnouncement> {
  const row = await findAnnouncementOfReader(scope, announcementId, options);
  if (!row || !canSeeAnnouncement(scope, row)) throw notFound();
  return row;
}

/** As the reader stands towards it, without asking whether they may see it. */
export async function findAnnouncementOfReader(
  scope: BoardScope,
  announcementId: string,
  options: Loading = {},
): Promise<LoadedAnnouncement | null> {
  const row = await selectAnnouncements(scope)
    .select(selectStanding(scope, sql.ref('item.audience_id')))
    .where('item.id', '=', announcementId)
    .$if(options.lock === 'update', (query) => query.forNoKeyUpdate().modifyEnd(sql`of item`))
    .$if(options.lock === 'share', (query) => query.forShare().modifyEnd(sql`of item`))
    .executeTakeFirst();
  return row ?? null;
}

/** The same for a job, which asks no policy; null when it is gone. */
export async function findAnnouncement(scope: Reading, announcementId: string): Promise<AnnouncementRow | null> {
  return (await selectAnnouncements(scope).where('item.id', '=', announcementId).executeTakeFirst()) ?? null;
}

/** Those that are not deleted, whole. */
export function selectAnnouncements(scope: Reading) {
  return selectAnnouncementHeads(scope).select(['item.body_text', sql<RichText>`item.body`.as('body')]);
}

/** Those that are not deleted, with their authors, without their words; whoever lists or loads announcements starts from here. */
export function selectAnnouncementHeads(scope: Reading) {
  return scope.tx
    .selectFrom('announcements as item')
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
      sql<AnnouncementHead['state']>`item.state`.as('state'),
      sql<string | null>`author.first_name || ' ' || author.last_name`.as('author_name'),
      'author.img_url as author_img_url',
      sql<string | null>`case when author.removed_at is null then author.slug end`.as('author_slug'),
      namedAudience(scope, sql.ref('item.audience_id')).as('audience'),
    ]);
}
