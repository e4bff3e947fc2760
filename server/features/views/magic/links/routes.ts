import { announcementLinks, meetingLinks } from '#contract/magic.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canEditAnnouncement } from '#server/features/homes/announcements/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import {
  type LinkedItem,
  linksOfAnnouncement,
  linksOfMeeting,
  presentLinks,
  renewLink,
  revokeLink,
} from './commands.ts';

interface Opening {
  readonly lock?: 'update';
}

/** A meeting for its editors. */
async function openMeeting(scope: BoardScope, { secrets }: Context, id: string, how: Opening = {}) {
  const meeting = await loadMeeting(scope, id, how);
  authorize(canEditMeeting(scope, meeting));
  return linksOfMeeting(scope, secrets, meeting);
}

async function openAnnouncement(scope: BoardScope, { secrets }: Context, id: string, how: Opening = {}) {
  const item = await loadAnnouncement(scope, id, how);
  authorize(canEditAnnouncement(scope, item));
  return linksOfAnnouncement(scope, secrets, item);
}

function routesOf(
  endpoints: typeof meetingLinks | typeof announcementLinks,
  open: (scope: BoardScope, context: Context, id: string, how?: Opening) => Promise<LinkedItem>,
): readonly Route[] {
  return [
    implement(endpoints.list, async ({ scope, context, params }) =>
      presentLinks(scope, await open(scope, context, params.id)),
    ),
    implement(endpoints.renew, async ({ scope, context, params }) => {
      const item = await open(scope, context, params.id, { lock: 'update' });
      await renewLink(scope, item, params.member_id);
      return presentLinks(scope, item);
    }),
    implement(endpoints.revoke, async ({ scope, context, params }) => {
      const item = await open(scope, context, params.id, { lock: 'update' });
      await revokeLink(scope, item, params.member_id);
      return presentLinks(scope, item);
    }),
  ];
}

export const magicLinkRoutes: readonly Route[] = [
  ...routesOf(meetingLinks, openMeeting),
  ...routesOf(announcementLinks, openAnnouncement),
];
