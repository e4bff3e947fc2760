import type { BoardScope } from '#server/db/board-scope.ts';
import { readAudience } from '#server/features/members/audience/queries.ts';
import { listDocumentsOfAnnouncement } from '#server/features/papers/documents/queries.ts';
import { listPollsOfItem } from '#server/features/papers/polls/base/queries.ts';
import { canEditAnnouncement } from './base/policy.ts';
import type { LoadedAnnouncement } from './base/queries.ts';
import { countOpened } from './readers/queries.ts';

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
