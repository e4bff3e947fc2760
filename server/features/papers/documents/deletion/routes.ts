import {
  deleteDocument as deleteEndpoint,
  listDeletedDocuments,
  restoreDocument as restoreEndpoint,
} from '#contract/documents.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { deleteDocument, restoreDocument } from './commands.ts';
import { listDeleted } from './queries.ts';

export const documentDeletionRoutes: readonly Route[] = [
  implement(deleteEndpoint, async ({ scope, params }) => {
    await deleteDocument(scope, params.id);
    return {};
  }),

  implement(restoreEndpoint, async ({ scope, params }) => {
    await restoreDocument(scope, params.id);
    return {};
  }),

  implement(listDeletedDocuments, async ({ scope, params }) => {
    const rows = await listDeleted(scope, { kind: params.home, id: params.id });
    const seesPeople = canSeePeople(scope);
    return {
      documents: rows.map((row) => ({
        ...row,
        deleted_at: row.deleted_at.toISOString(),
        deleted_by: seesPeople ? row.deleted_by : null,
      })),
    };
  }),
];
