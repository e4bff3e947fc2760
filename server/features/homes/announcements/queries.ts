import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type ResultOf, rowOf, rowsOf } from '#server/db/page-statement.ts';
import { selectAudience } from '#server/features/members/audience/queries.ts';
import { lastOpening, selectDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { selectDeletedPolls, selectPollsOf } from '#server/features/papers/polls/poll/queries.ts';
import { selectAnnouncementOfReader, selectPublishedAnnouncements } from './announcement/queries.ts';
import { selectOpenedCount, selectVisits } from './readers/queries.ts';

export const pageSize = 30;

export const publishedAnnouncements = defineRows({ before: 'timestamptz', before_id: 'uuid' }, (scope, params) =>
  selectPublishedAnnouncements(scope, {
    most: pageSize + 1,
    before: { publishOn: params.before, id: params.before_id },
  }),
);

/** Does not check visibility; the caller must use `canSeeAnnouncement`. */
export const announcementPage = definePage(
  { id: 'uuid', restorable_since: 'timestamptz' },
  (scope, { id, restorable_since }) => {
    const item = { kind: 'announcement', id } as const;
    return selectAnnouncementOfReader(scope, id).select([
      rowsOf(selectDocumentsOfAnnouncement(scope, id).select(lastOpening(scope))).as('documents'),
      rowsOf(selectPollsOf(scope, item)).as('polls'),
      rowsOf(selectDeletedPolls(scope, { item, since: restorable_since })).as('deleted_polls'),
      rowOf(selectAudience(scope, sql.ref('item.audience_id'))).as('named'),
      rowOf(selectOpenedCount(scope, id)).as('opened'),
      rowOf(selectVisits(scope, { announcementId: id, memberId: scope.member.id })).as('visits'),
    ]);
  },
);

export type AnnouncementPage = NonNullable<ResultOf<typeof announcementPage>>;

export const announcementPageParams = ({ now }: Pick<BoardScope, 'now'>, announcementId: string) => ({
  id: announcementId,
  restorable_since: restorableSince(now),
});

export const readAnnouncementPage = (scope: BoardScope, announcementId: string): Promise<AnnouncementPage | null> =>
  announcementPage.run(scope.tx, announcementPageParams(scope, announcementId), scope.now);
