import type { MagicLinksOfItem } from '#contract/magic.ts';
import { announcementLinks, meetingLinks } from '#contract/magic.ts';
import { sortPeople } from '#domain/identity.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canEditAnnouncement } from '#server/features/homes/announcements/announcement/policy.ts';
import {
  announcementHeadOfReader,
  loadAnnouncement,
} from '#server/features/homes/announcements/announcement/queries.ts';
import { canSeeAnnouncement } from '#server/features/homes/announcements/announcement/visibility.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { loadMeeting, meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { linksOfAnnouncement, linksOfMeeting, renewLink, revokeLink } from './commands.ts';
import {
  announcementLinkRows,
  isInEffect,
  type LinkedItem,
  type LinkFacts,
  type LinkRow,
  linkFactsOfAnnouncement,
  linkFactsOfMeeting,
  meetingLinkRows,
} from './queries.ts';

type Open = (scope: BoardScope, context: Context, id: string) => Promise<LinkedItem>;

async function openMeeting(scope: BoardScope, { secrets }: Context, id: string) {
  const meeting = await loadMeeting(scope, id, { lock: 'update' });
  authorize(canEditMeeting(scope, meeting));
  return linksOfMeeting(scope, secrets, meeting);
}

async function openAnnouncement(scope: BoardScope, { secrets }: Context, id: string) {
  const item = await loadAnnouncement(scope, id, { lock: 'update' });
  authorize(canEditAnnouncement(scope, item));
  return linksOfAnnouncement(scope, secrets, item);
}

const answer = async (scope: BoardScope, item: LinkedItem) => presentLinks(scope, item, await item.people());

const changingRoutes = (endpoints: typeof meetingLinks | typeof announcementLinks, open: Open): readonly Route[] => [
  implement(endpoints.renew, async ({ scope, context, params }) => {
    const item = await open(scope, context, params.id);
    await renewLink(scope, item, params.member_id);
    return answer(scope, item);
  }),
  implement(endpoints.revoke, async ({ scope, context, params }) => {
    const item = await open(scope, context, params.id);
    await revokeLink(scope, item, params.member_id);
    return answer(scope, item);
  }),
];

export const magicLinkRoutes: readonly Route[] = [
  implementRead(meetingLinks.list, {
    reads: { meeting: meetingOfReader, people: meetingLinkRows },
    answer({ reader, found: { meeting, people } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      authorize(canEditMeeting(reader, meeting));
      return presentLinks(reader, linkFactsOfMeeting(meeting), people);
    },
  }),
  ...changingRoutes(meetingLinks, openMeeting),

  implementRead(announcementLinks.list, {
    reads: { item: announcementHeadOfReader, people: announcementLinkRows },
    answer({ reader, found: { item, people } }) {
      if (item === null || !canSeeAnnouncement(reader, item)) throw notFound();
      authorize(canEditAnnouncement(reader, item));
      return presentLinks(reader, linkFactsOfAnnouncement(item), people);
    },
  }),
  ...changingRoutes(announcementLinks, openAnnouncement),
];

export function presentLinks(reader: Reader, item: LinkFacts, people: readonly LinkRow[]): MagicLinksOfItem {
  const rows = item.lastsAfter === null ? [] : sortPeople(people);
  return {
    links: rows.map((row) => ({ member: presentAudienceMember(row), state: row.state })),
    board_links: reader.board.magicLinks,
    ends_at: magicLinkEnd(item.lastsAfter ?? reader.now).toISOString(),
    can: { renew: reader.board.magicLinks !== 'off' && isInEffect(reader, item) },
  };
}
