import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { listDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { listPollsOfItem } from '#server/features/papers/polls/base/queries.ts';
import { canEditAnnouncement } from './base/policy.ts';
import { type LoadedAnnouncement, selectPublishedAnnouncements } from './base/queries.ts';
import { countOpened } from './readers/queries.ts';

export const pageSize = 30;

/** A page of the published ones, and one more. */
export const publishedAnnouncements = defineRows({ before: 'timestamptz', before_id: 'uuid' }, (scope, params) =>
  selectPublishedAnnouncements(scope, {
    most: pageSize + 1,
    before: { publishOn: params.before, id: params.before_id },
  }),
);

export type AnnouncementPage = Awaited<ReturnType<typeof readAnnouncementPage>>;

export async function readAnnouncementPage(
  scope: BoardScope,
  { item, lastVisit = null }: { readonly item: LoadedAnnouncement; readonly lastVisit?: Date | null },
) {
  const edits = canEditAnnouncement(scope, item);
  return {
    item,
    lastVisit,
    documents: await listDocumentsOfAnnouncement(scope, item.id),
    polls: await listPollsOfItem(scope, { kind: 'announcement', id: item.id }),
    audience: edits ? await readAudience(scope, item.audience_id) : null,
    opened: edits && item.state === 'published' ? await countOpened(scope, item) : null,
  };
}
