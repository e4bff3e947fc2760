import { announcementMessages } from '#domain/later-messages.ts';
import { authorize } from '#server/errors.ts';
import { canEditAnnouncement } from '#server/features/homes/announcements/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/queries.ts';
import { tellAnnouncementChanged } from '#server/features/homes/announcements/tell.ts';
import {
  canSeeAnnouncement,
  selectAnnouncementOfDocument,
  selectVisibleAnnouncements,
} from '#server/features/homes/announcements/visibility.ts';
import type { AnnouncementHome, Home } from '#server/features/papers/documents/ports.ts';
import { tellDocumentChanged } from '#server/features/papers/documents/tell.ts';

/** An announcement as what holds documents. */
export const announcementHome: Home<AnnouncementHome> = {
  selectOfDocument: selectAnnouncementOfDocument,
  selectVisible: selectVisibleAnnouncements,
  isVisible: canSeeAnnouncement,
  canEdit: canEditAnnouncement,
  documentStays: announcementMessages.documentStays,
  async open(scope, place, options) {
    const item = await loadAnnouncement(scope, place.id, options);
    authorize(canEditAnnouncement(scope, item));
    const { id, state, in_audience, administers } = item;
    return { kind: 'announcement', id, state, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadAnnouncement(scope, id, { lock: 'update' });
  },
  // Its documents can be put in another order as long as it is there.
  refuseOrdering: async () => undefined,
  async publishChanged(scope, home, documentId) {
    // Its own event alone: open pages ask again for what it stands in as well, and would do so twice.
    if (documentId !== null) await tellDocumentChanged(scope, documentId);
    else await tellAnnouncementChanged(scope, home);
  },
  async listNames({ tx, board }, ids) {
    const rows = await tx
      .selectFrom('announcements')
      .select(['id', 'title'])
      .where('board_id', '=', board.id)
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, title }) => [id, title]));
  },
};
