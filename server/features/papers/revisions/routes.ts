import type { AnswerOf } from '#contract/endpoint.ts';
import { compareVersions } from '#contract/reading.ts';
import { notFound } from '#server/errors.ts';
import { queueComparison } from '#server/features/papers/documents/comparing/commands.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { defineDocument, seenDocument } from '#server/features/papers/documents/queries.ts';
import { readersVersion } from '#server/features/papers/documents/versions/queries.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { comparedVersions } from './queries.ts';

export const revisionRoutes: readonly Route[] = [
  implementRead(compareVersions, {
    reads: (ports) => ({ document: defineDocument(ports), compared: comparedVersions, readersLater: readersVersion }),
    paramsOf: ({ params }) => ({ ...params, version_id: params.to_id }),
    async answer({ reader, params, found, inScope }): Promise<AnswerOf<typeof compareVersions>> {
      const { home } = seenDocument(reader, found.document);
      const { compared, readersLater } = found;
      if (compared === null) throw notFound();
      if (!canEditHome(reader, home) && !(compared.is_for_readers && readersLater)) throw notFound();
      const { from_id: fromId, to_id: toId } = params;
      if (fromId === toId) return { state: 'compared', pages: [], changes: [], has_pictures: false };
      if (!compared.is_read) return { state: 'unread' };
      const { pages, changes, has_pictures: hasPictures } = compared;
      if (hasPictures === null) {
        if (!compared.is_queued) await inScope((scope) => queueComparison(scope, { fromId, toId }));
        return { state: 'waiting' };
      }
      if (pages === null) return { state: 'most', has_pictures: hasPictures };
      return { state: 'compared', pages, changes: changes ?? [], has_pictures: hasPictures };
    },
  }),
];
