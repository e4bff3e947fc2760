import { announcementLinks, meetingLinks } from '#contract/magic.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canEditAnnouncement } from '#server/features/homes/announcements/base/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/base/queries.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { linksOfAnnouncement, linksOfMeeting, renewLink, revokeLink } from './commands.ts';
import { presentLinks } from './present.ts';
import type { LinkedItem } from './queries.ts';

type LockOptions = { readonly lock?: 'update' };

async function loadMeetingLinks(scope: BoardScope, { secrets }: Context, id: string, options: LockOptions = {}) {
  const meeting = await loadMeeting(scope, id, options);
  authorize(canEditMeeting(scope, meeting));
  return linksOfMeeting(scope, secrets, meeting);
}

async function loadAnnouncementLinks(scope: BoardScope, { secrets }: Context, id: string, options: LockOptions = {}) {
  const item = await loadAnnouncement(scope, id, options);
  authorize(canEditAnnouncement(scope, item));
  return linksOfAnnouncement(scope, secrets, item);
}

const answer = async (scope: BoardScope, item: LinkedItem) => presentLinks(scope, item, await item.people());

function routesOf(
  endpoints: typeof meetingLinks | typeof announcementLinks,
  open: (scope: BoardScope, context: Context, id: string, options?: LockOptions) => Promise<LinkedItem>,
): readonly Route[] {
  return [
    implement(endpoints.list, async ({ scope, context, params }) =>
      answer(scope, await open(scope, context, params.id)),
    ),
    implement(endpoints.renew, async ({ scope, context, params }) => {
      const item = await open(scope, context, params.id, { lock: 'update' });
      await renewLink(scope, item, params.member_id);
      return answer(scope, item);
    }),
    implement(endpoints.revoke, async ({ scope, context, params }) => {
      const item = await open(scope, context, params.id, { lock: 'update' });
      await revokeLink(scope, item, params.member_id);
      return answer(scope, item);
    }),
  ];
}

export const magicLinkRoutes: readonly Route[] = [
  ...routesOf(meetingLinks, loadMeetingLinks),
  ...routesOf(announcementLinks, loadAnnouncementLinks),
];
