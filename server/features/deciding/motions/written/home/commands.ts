import { resolutionMessages } from '#domain/messages/resolutions.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { publishWritten } from '#server/features/deciding/motions/written/resolution/commands.ts';
import { lockWritten, readWritten } from '#server/features/deciding/motions/written/resolution/queries.ts';
import {
  canEditPapers,
  canSeeWritten,
  resolutionNameOfDocument,
  selectResolutionOfDocument,
  selectVisibleResolutions,
} from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { Home, ResolutionHome } from '#server/features/papers/documents/ports.ts';

export const resolutionHome: Home<ResolutionHome> = {
  selectOfDocument: selectResolutionOfDocument,
  nameOfDocument: resolutionNameOfDocument,
  selectVisible: selectVisibleResolutions,
  isVisible: canSeeWritten,
  canEdit: canEditPapers,
  documentStaysMessage: resolutionMessages.documentStays,
  async open(scope, { id }, { lock }) {
    const row = lock ? (await lockWritten(scope, id)).row : await readWritten(scope, id);
    if (!canSeeWritten(scope, row)) throw notFound();
    authorize(isDeskOf(scope, row));
    if (!canEditPapers(scope, row)) throw refused(resolutionMessages.circulated);
    const { state, round, body_id, chair_id, secretary_id, of_body, administers } = row;
    return { kind: 'resolution', id, state, round, body_id, chair_id, secretary_id, of_body, administers };
  },
  async lock(scope, { id }) {
    await lockWritten(scope, id);
  },
  refuseOrdering: async () => undefined,
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishWritten(scope, home);
  },
};
