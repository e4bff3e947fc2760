import { type LoadedAnnouncement, loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { tellAnnouncementChanged } from '#server/features/homes/announcements/tell.ts';
import type { PollPlace } from '#server/features/papers/polls/policy.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';

/** An announcement's audience is asked for as long as it is out. */
export const pollPlaceOfAnnouncement = (item: LoadedAnnouncement): PollPlace => ({
  item: { kind: 'announcement', id: item.id },
  state: item.state === 'published' ? 'published' : 'draft',
  administers: item.administers,
  isInvited: item.in_audience,
  isReadOnly: false,
});

/** An announcement as what has polls. */
export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) => pollPlaceOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    tellAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
};
