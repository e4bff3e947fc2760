import * as endpoints from '#contract/profile.ts';
import { type BoardScope, readTogether } from '#server/db/board-scope.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { deleteField, restoreField, retireField, saveFields } from './commands.ts';
import { presentKeptFields } from './present.ts';
import { keptFields, valueCounts } from './queries.ts';

const reads = { fields: keptFields, counts: valueCounts };

async function changedFields(scope: BoardScope) {
  const { fields, counts } = await readTogether(scope, { statements: reads, params: {} });
  return presentKeptFields(fields, counts);
}

export const profileRoutes: readonly Route[] = [
  implementRead(endpoints.listProfileFields, {
    reads,
    answer: ({ found: { fields, counts } }) => presentKeptFields(fields, counts),
  }),

  implement(endpoints.saveProfileFields, async ({ scope, body }) => {
    await saveFields(scope, body);
    return changedFields(scope);
  }),

  implement(endpoints.retireProfileField, async ({ scope, params }) => {
    await retireField(scope, params.id);
    return changedFields(scope);
  }),

  implement(endpoints.restoreProfileField, async ({ scope, params }) => {
    await restoreField(scope, params.id);
    return changedFields(scope);
  }),

  implement(endpoints.deleteProfileField, async ({ scope, params }) => {
    await deleteField(scope, params.id);
    return changedFields(scope);
  }),
];
