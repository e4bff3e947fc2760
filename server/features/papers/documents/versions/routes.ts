import * as endpoints from '#contract/documents.ts';
import { openVersion } from '#contract/reading.ts';
import { documentPaths } from '#domain/paths.ts';
import type { InScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { openFound } from '#server/features/papers/documents/openings/commands.ts';
import { needsCopy } from '#server/features/papers/documents/openings/policy.ts';
import { openedFile, presentFile } from '#server/features/papers/documents/openings/present.ts';
import { openedVersion, openedVersionOf } from '#server/features/papers/documents/openings/queries.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import { defineDocument, loadDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { implementInSteps, implementRead, type Route } from '#server/http/implement.ts';
import type { InspectionResult } from '#server/integrations/pdf/inspect-upload.ts';
import { addVersion, attachDocument } from './commands.ts';
import { presentVersion } from './present.ts';
import { allVersions, readersVersion, readersVersions } from './queries.ts';

/** Commits the audit entry before sending the first byte. */
const opening = (
  endpoint: typeof endpoints.openDocument | typeof endpoints.downloadDocument,
  as: 'inline' | 'download',
) =>
  implementRead(endpoint, {
    reads: (ports) => ({ document: defineDocument(ports), version: openedVersion }),
    paramsOf: ({ params, header, now }) => openedVersionOf({ id: params.id, as, range: header('range'), now }),
    async answer({ context, reader, found, header, record }) {
      const document = seenDocument(reader, found.document);
      const { board } = reader;
      const opened = { document, version: found.version, as };
      if (needsCopy(board, openedFile(opened)))
        return { kind: 'redirect', url: documentPaths.downloadCopy(document.id, false) } as const;
      const file = await openFound(record, { ...opened, board, range: header('range') });
      return presentFile(context, file);
    },
  });

const storedDocument = (inScope: InScope, id: string, inspected: InspectionResult<unknown>) =>
  inScope(async (scope) => ({
    document: presentDocument(await loadDocument(scope, id), { lastVisit: null }),
    needs_password: inspected.needsPassword,
    is_dynamic_form: inspected.isDynamicForm,
  }));

export const documentVersionRoutes: readonly Route[] = [
  opening(endpoints.openDocument, 'inline'),
  opening(endpoints.downloadDocument, 'download'),

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

  implementRead(openVersion, {
    reads: (ports) => ({ document: defineDocument(ports), version: openedVersion }),
    paramsOf: ({ params, query, header, now }) =>
      openedVersionOf({
        ...params,
        versionId: params.version_id,
        as: query.copy ?? 'inline',
        range: header('range'),
        now,
      }),
    more: {
      reads: { readers: readersVersion },
      isNeeded: (_reader, { document }, { version_id }) => document !== null && document.version_id !== version_id,
    },
    async answer({ context, reader, params, query, header, found, more, record }) {
      const document = seenDocument(reader, found.document);
      const isCurrent = params.version_id === document.version_id;
      if (!isCurrent && !canEditHome(reader, document.home) && !more?.readers) throw notFound();
      const as = query.copy ?? 'inline';
      const { board } = reader;
      const file = await openFound(record, { document, version: found.version, as, board, range: header('range') });
      return presentFile(context, file);
    },
  }),
];
