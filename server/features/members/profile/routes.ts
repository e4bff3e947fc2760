import {
  deleteProfileField,
  listProfileFields,
  restoreProfileField,
  retireProfileField,
  saveProfileFields,
} from '#contract/profile.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { deleteField, restoreField, retireField, saveFields } from './commands.ts';
import { presentKeptFields } from './present.ts';

export const profileRoutes: readonly Route[] = [
  implement(listProfileFields, ({ scope }) => presentKeptFields(scope)),

  implement(saveProfileFields, async ({ scope, body }) => {
    await saveFields(scope, body);
    return presentKeptFields(scope);
  }),

  implement(retireProfileField, async ({ scope, params }) => {
    await retireField(scope, params.id);
    return presentKeptFields(scope);
  }),

  implement(restoreProfileField, async ({ scope, params }) => {
    await restoreField(scope, params.id);
    return presentKeptFields(scope);
  }),

  implement(deleteProfileField, async ({ scope, params }) => {
    await deleteField(scope, params.id);
    return presentKeptFields(scope);
  }),
];
