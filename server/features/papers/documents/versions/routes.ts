import * as endpoints from '#contract/documents.ts';
import type { InScope } from '#server/db/board-scope.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { defineDocument, loadDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { implementInSteps, implementRead, type Route } from '#server/http/implement.ts';
import type { InspectionResult } from '#server/integrations/pdf/inspect-upload.ts';
import { addVersion, attachDocument } from './commands.ts';
import { presentVersion } from './present.ts';
import { allVersions, readersVersions } from './queries.ts';

const storedDocument = (inScope: InScope, id: string, inspected: InspectionResult<unknown>) =>
  inScope(async (scope) => ({
    document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
    needs_password: inspected.needsPassword,
    is_dynamic_form: inspected.isDynamicForm,
  }));

export const documentVersionRoutes: readonly Route[] = [
  implementInSteps(endpoints.attachDocument, async ({ inScope, context, body }) => {
    const { upload_id: uploadId, title, home: place, before_id: beforeId, refuse_same_file: refusesSameFile } = body;
    const given = { uploadId, title, place, beforeId, refusesSameFile };
    const { id, ...inspected } = await attachDocument(inScope, context, given);
    return storedDocument(inScope, id, inspected);
  }),

  implementRead(endpoints.listVersions, {
    reads: (ports) => ({ document: defineDocument(ports), all: allVersions, readers: readersVersions }),
    answer({ reader, found }) {
      const document = seenDocument(reader, found.document);
      const versions = canEditHome(reader, document.home) ? found.all : found.readers;
      return { versions: versions.map((version) => presentVersion(reader, version)) };
    },
  }),

  implementInSteps(endpoints.addVersion, async ({ inScope, context, params, body }) => {
    const given = { documentId: params.id, uploadId: body.upload_id, withdrawsEarlier: body.withdraws_earlier };
    return storedDocument(inScope, params.id, await addVersion(inScope, context, given));
  }),
];
