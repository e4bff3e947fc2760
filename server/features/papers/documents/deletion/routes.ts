import * as endpoints from '#contract/documents.ts';
import { restorableSince } from '#domain/timings.ts';
import { authorize, notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import { homeOf } from '#server/features/papers/documents/ports.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { deleteDocument, restoreDocument } from './commands.ts';
import { defineRestoringHome, deletedDocuments } from './queries.ts';

export const documentDeletionRoutes: readonly Route[] = [
  implement(endpoints.deleteDocument, async ({ scope, params }) => {
    await deleteDocument(scope, params.id);
  }),

  implement(endpoints.restoreDocument, async ({ scope, params }) => {
    await restoreDocument(scope, params.id);
  }),

  implementRead(endpoints.listDeletedDocuments, {
    reads: (ports) => ({ place: defineRestoringHome(ports), documents: deletedDocuments }),
    paramsOf: ({ params, now }) => ({ key: params.home, id: params.id, restorable_since: restorableSince(now) }),
    answer({ reader, found }) {
      const home = found.place?.home ?? null;
      if (home === null || !homeOf(reader, home).isVisible(reader, home)) throw notFound();
      authorize(canEditHome(reader, home));
      const seesPeople = canSeePeople(reader);
      return {
        documents: found.documents.map((row) => ({
          ...row,
          deleted_at: row.deleted_at.toISOString(),
          deleted_by: seesPeople ? row.deleted_by : null,
        })),
      };
    },
  }),
];
