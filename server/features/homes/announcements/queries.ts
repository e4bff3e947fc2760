import { restorableSince } from '#domain/timings.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type ResultOf, rowOf, rowsOf } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { lastOpening, selectDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { hasPolls, selectDeletedPolls, selectPollsOf } from '#server/features/papers/polls/poll/queries.ts';
import { hasMore } from './announcement/policy.ts';
import { selectAnnouncementOfReader, selectPublishedAnnouncements } from './announcement/queries.ts';
import { canSeeAnnouncement } from './announcement/visibility.ts';
import { selectOpenedCount } from './readers/queries.ts';

export const pageSize = 30;

export const publishedAnnouncements = defineRows({ before: 'timestamptz', before_id: 'uuid' }, (scope, params) =>
  selectPublishedAnnouncements(scope, {
    most: pageSize + 1,
    before: { publishOn: params.before, id: params.before_id },
  }),
);

const pageParams = { id: 'uuid', restorable_since: 'timestamptz' } as const;

/** Does not check visibility; the caller must use `canSeeAnnouncement`. */
export const announcementPage = definePage(pageParams, (scope, { id, restorable_since }) =>
  selectAnnouncementOfReader(scope, id)
    .leftJoin('announcement_readers as visit', (join) =>
      sameBoard(join, 'visit.announcement_id', 'item.id').on('visit.member_id', '=', scope.member.id),
    )
    .select([
      'visit.last_visited_at',
      'visit.previous_visited_at',
      rowsOf(selectDocumentsOfAnnouncement(scope, id).select(lastOpening(scope))).as('documents'),
      hasPolls(scope, { item: { kind: 'announcement', id }, since: restorable_since }).as('has_polls'),
    ]),
);

export const announcementMorePage = definePage(pageParams, (scope, { id, restorable_since }) => {
  const item = { kind: 'announcement', id } as const;
  return scope.tx
    .selectFrom('announcements as item')
    .innerJoin('audiences as a', (join) => sameBoard(join, 'a.id', 'item.audience_id'))
    .where('item.board_id', '=', scope.board.id)
    .where('item.id', '=', id)
    .select([
      'a.whole_board',
      'a.group_ids',
      'a.member_ids',
      rowsOf(selectPollsOf(scope, item)).as('polls'),
      rowsOf(selectDeletedPolls(scope, { item, since: restorable_since })).as('deleted_polls'),
      rowOf(selectOpenedCount(scope)).as('opened'),
    ]);
});

export type AnnouncementPage = NonNullable<ResultOf<typeof announcementPage>>;
export type AnnouncementMore = ResultOf<typeof announcementMorePage>;

export const announcementPageParams = ({ now }: Pick<BoardScope, 'now'>, announcementId: string) => ({
  id: announcementId,
  restorable_since: restorableSince(now),
});

/** Throws `not-found` if the reader cannot see the announcement. */
export async function readAnnouncementPage(scope: BoardScope, announcementId: string) {
  const params = announcementPageParams(scope, announcementId);
  const page = await announcementPage.run(scope.tx, params, scope.now);
  if (page === null || !canSeeAnnouncement(scope, page)) throw notFound();
  const more = hasMore(scope, page) ? await announcementMorePage.run(scope.tx, params, scope.now) : null;
  return { page, more };
}
