import { downloadDocument, openDocument } from '#contract/documents.ts';
import { openVersion } from '#contract/reading.ts';
import { documentPaths } from '#domain/paths.ts';
import { notFound } from '#server/errors.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { defineDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { readersVersion } from '#server/features/papers/documents/versions/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { openFound } from './commands.ts';
import { needsCopy } from './policy.ts';
import { openedFile, presentFile } from './present.ts';
import { openedVersion, openedVersionOf } from './queries.ts';

/** Commits the audit entry before sending the first byte. */
const opening = (endpoint: typeof openDocument | typeof downloadDocument, as: 'inline' | 'download') =>
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

export const documentOpeningRoutes: readonly Route[] = [
  opening(openDocument, 'inline'),
  opening(downloadDocument, 'download'),

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
