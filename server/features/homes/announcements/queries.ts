import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Found } from '#server/db/flight.ts';
import { definePage, defineRows } from '#server/db/page-statement.ts';
import { selectAudience } from '#server/features/members/audience/queries.ts';
import { selectDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { selectDeletedPolls, selectPollsOf } from '#server/features/papers/polls/base/queries.ts';
import { audienceIdOf, selectAnnouncementOfReader, selectPublishedAnnouncements } from './base/queries.ts';
import { openedCount, selectVisits } from './readers/queries.ts';

export const pageSize = 30;

/** A page of the published ones, and one more. */
export const publishedAnnouncements = defineRows({ before: 'timestamptz', before_id: 'uuid' }, (scope, params) =>
  selectPublishedAnnouncements(scope, {
    most: pageSize + 1,
    before: { publishOn: params.before, id: params.before_id },
  }),
);

const announcementParams = { id: 'uuid', restorable_since: 'timestamptz' } as const;

/** An announcement, whoever reads it: `canSeeAnnouncement` decides. */
export const announcementReads = {
  item: definePage({ id: 'uuid' }, (scope, { id }) => selectAnnouncementOfReader(scope, id)),
  documents: defineRows({ id: 'uuid' }, (scope, { id }) => selectDocumentsOfAnnouncement(scope, id)),
  polls: defineRows({ id: 'uuid' }, (scope, { id }) => selectPollsOf(scope, { kind: 'announcement', id })),
  deletedPolls: defineRows(announcementParams, (scope, { id, restorable_since }) =>
    selectDeletedPolls(scope, { item: { kind: 'announcement', id }, since: restorable_since }),
  ),
  /** Whom it names, by id. */
  audience: definePage({ id: 'uuid' }, (scope, { id }) => selectAudience(scope, audienceIdOf(scope, id))),
  opened: openedCount,
  /** The reader's own. */
  visits: definePage({ id: 'uuid' }, (scope, { id }) =>
    selectVisits(scope, { announcementId: id, memberId: scope.member.id }),
  ),
};

export type AnnouncementPage = Found<typeof announcementReads>;

export const announcementPageParams = ({ now }: Pick<BoardScope, 'now'>, announcementId: string) => ({
  id: announcementId,
  restorable_since: restorableSince(now),
});

/** After a change. */
export async function readAnnouncementPage(scope: BoardScope, announcementId: string): Promise<AnnouncementPage> {
  const { tx, now } = scope;
  const params = announcementPageParams(scope, announcementId);
  const { item, documents, polls, deletedPolls, audience, opened, visits } = announcementReads;
  return {
    item: await item.run(tx, params, now),
    documents: await documents.run(tx, params, now),
    polls: await polls.run(tx, params, now),
    deletedPolls: await deletedPolls.run(tx, params, now),
    audience: await audience.run(tx, params, now),
    opened: await opened.run(tx, params, now),
    visits: await visits.run(tx, params, now),
  };
}
