import { pollPlaceOfAnnouncement } from '#server/features/homes/announcements/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { tellAnnouncementChanged } from '#server/features/homes/announcements/tell.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';

/** An announcement as what has polls. */
export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) => pollPlaceOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    tellAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
};
