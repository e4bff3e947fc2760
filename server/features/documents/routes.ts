import {
  attachDocument as attachEndpoint,
  deleteDocument,
  downloadDocument,
  getDocument,
  openDocument,
  saveAnnotations,
} from '../../../contract/documents.ts';
import { authorize } from '../../errors.ts';
import { implement, implementInSteps, type Route } from '../../http/implement.ts';
import { audit } from '../audit/commands.ts';
import { tellMeetingChanged } from '../meetings/commands.ts';
import { canEditMeeting } from '../meetings/policy.ts';
import { readAnnotations, storeAnnotations } from './annotations.ts';
import { attachDocument } from './attach.ts';
import { loadDocument } from './load.ts';
import { auditOpening } from './opening.ts';
import { canAnnotate } from './policy.ts';
import { presentDocument } from './present.ts';
import { rememberOpened } from './recent.ts';
import { serveFile } from './serve-file.ts';

export const documentRoutes: readonly Route[] = [
  implement(getDocument, async ({ scope, context, params }) => {
    const document = await loadDocument(scope, params.id);
    await rememberOpened(scope, document.id);
    const canMark = canAnnotate(scope, document, context.config.viewerEngine);
    const marks =
      document.version_id === null ? { xfdf: null, revision: 0 } : await readAnnotations(scope, document.version_id);
    return { document: presentDocument(document, { lastVisit: null }), annotations: marks, can: { annotate: canMark } };
  }),

  implementInSteps(attachEndpoint, async ({ inScope, context, body }) => {
    const { upload_id: uploadId, title, place } = body;
    const id = await attachDocument(inScope, context, { uploadId, title, place });
    return inScope(async (scope) => ({
      document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
    }));
  }),

  implement(deleteDocument, async ({ scope, params }) => {
    const document = await loadDocument(scope, params.id);
    authorize(canEditMeeting(scope));
    await scope.tx
      .updateTable('documents')
      .set({ deleted_at: scope.now })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', document.id)
      .execute();
    await audit(scope, { action: 'document.deleted', subjectKind: 'document', subjectId: document.id });
    await tellMeetingChanged(scope, { id: document.meeting_id, state: document.meeting_state });
    return {};
  }),

  implement(openDocument, async ({ scope, context, visit, params }) => {
    const document = await loadDocument(scope, params.id);
    await auditOpening(scope, document.id, { as: 'inline', range: visit.header('range') });
    return serveFile(scope, context, { document, as: 'inline' });
  }),

  implement(downloadDocument, async ({ scope, context, visit, params }) => {
    const document = await loadDocument(scope, params.id);
    await auditOpening(scope, document.id, { as: 'download', range: visit.header('range') });
    return serveFile(scope, context, { document, as: 'download' });
  }),

  implement(saveAnnotations, async ({ scope, context, params, body }) => {
    const document = await loadDocument(scope, params.id);
    authorize(canAnnotate(scope, document, context.config.viewerEngine));
    return storeAnnotations(scope, {
      documentId: document.id,
      versionId: body.version_id,
      xfdf: body.annotations,
      baseRevision: body.base_revision,
    });
  }),
];
