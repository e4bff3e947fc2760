import { downloadDocument, openDocument } from '#contract/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import type { Ports } from '#server/db/board-scope.ts';
import { defineDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { openFound } from './commands.ts';
import { needsCopy } from './policy.ts';
import { openedFile, presentFile } from './present.ts';
import { openedVersion, openedVersionOf } from './queries.ts';

const reads = (ports: Ports) => ({ document: defineDocument(ports), version: openedVersion });

/** Commits the audit entry before sending the first byte. */
const opening = (endpoint: typeof openDocument | typeof downloadDocument, as: 'inline' | 'download') =>
  implementRead(endpoint, {
    reads,
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

export const openingRoutes: readonly Route[] = [opening(openDocument, 'inline'), opening(downloadDocument, 'download')];
