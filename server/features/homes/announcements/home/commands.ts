import { announcementMessages } from '#domain/messages/announcements.ts';
import { authorize } from '#server/errors.ts';
import { publishAnnouncementChanged } from '#server/features/homes/announcements/announcement/commands.ts';
import {
  canEditAnnouncement,
  pollHomeFactsOfAnnouncement,
} from '#server/features/homes/announcements/announcement/policy.ts';
import { type AnnouncementRow, loadAnnouncement } from '#server/features/homes/announcements/announcement/queries.ts';
import {
  announcementNameOfDocument,
  canSeeAnnouncement,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from '#server/features/homes/announcements/announcement/visibility.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { AnnouncementHome, Home } from '#server/features/papers/documents/ports.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';

export const announcementHome: Home<AnnouncementHome> = {
  selectOfDocument: selectAnnouncementOfDocument,
  nameOfDocument: announcementNameOfDocument,
  selectVisible: selectVisibleAnnouncements,
  isVisible: canSeeAnnouncement,
  canEdit: canEditAnnouncement,
  documentStaysMessage: announcementMessages.documentStays,
  async open(scope, input, options) {
    const item = await loadAnnouncement(scope, input.id, options);
    authorize(canEditAnnouncement(scope, item));
    const { id, state, in_audience, administers } = item;
    return { kind: 'announcement', id, state, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadAnnouncement(scope, id, { lock: 'update' });
  },
  refuseOrdering: async () => undefined,
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    // One event is enough, because an event about a document also makes open pages reload its announcement.
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishAnnouncementChanged(scope, home);
  },
};

export const announcementPollHome: PollHome = {
  open: async (scope, _config, { id, lock }) =>
    pollHomeFactsOfAnnouncement(await loadAnnouncement(scope, id, { lock })),
  publishChanged: (scope, { item, state }) =>
    publishAnnouncementChanged(scope, { id: item.id, state: state === 'published' ? 'published' : 'draft' }),
  async publishClosing(scope, id) {
    const announcement = await scope.tx
      .selectFrom('announcements')
      .select(['id', 'state'])
      .where('board_id', '=', scope.board.id)
      .where('id', '=', id)
      .$narrowType<Pick<AnnouncementRow, 'state'>>()
      .executeTakeFirstOrThrow();
    await publishAnnouncementChanged(scope, announcement);
  },
};
