import type { ResolverResult } from 'react-hook-form';
import {
  deleteProfileField,
  type KeptField,
  listProfileFields,
  restoreProfileField,
  retireProfileField,
  saveProfileFields,
} from '#contract/profile.ts';
import { fieldFillers } from '#domain/profile-fields.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { resolved } from '#web/api/rule-errors.ts';
import { useOthersSaves, useSchemaForm } from '#web/api/use-contract-form.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { bodyOf, errorsOf, type FieldLists, type FieldsAnswer, followRetired, listsOf } from './field-lists.ts';

export function useFieldLists(fields: readonly KeptField[]) {
  const others = { invalidates: ['people'] } as const;
  const save = useCall(saveProfileFields, others);
  const form = useSchemaForm({
    defaults: listsOf(fields),
    guardsLeaving: true,
    resolver: (lists: FieldLists): ResolverResult<FieldLists> => resolved(lists, errorsOf(lists)),
    send: (lists) => save.mutateAsync({ body: bodyOf(lists) }),
    onSaved: (answer) => {
      store(answer);
      form.reset(listsOf(answer.fields));
      showToast('Profile fields saved');
    },
  });
  useOthersSaves([fields], form.isDirty, () => form.reset(listsOf(fields)));

  const store = (answer: FieldsAnswer): void =>
    void queryClient.setQueryData(queryFor(listProfileFields).queryKey, answer);
  const follow = (answer: FieldsAnswer): void => {
    const typed = followRetired(form.getValues(), answer.fields);
    form.reset(listsOf(answer.fields));
    for (const filler of fieldFillers) form.setValue(filler, [...typed[filler]], { shouldDirty: true });
    store(answer);
  };
  const restore = useCall(restoreProfileField, { ...others, onSuccess: follow });
  const retire = useCall(retireProfileField, {
    ...others,
    onSuccess: (answer, { params }) => {
      const name = fields.find(({ id }) => id === params.id)?.name ?? 'Field';
      follow(answer);
      showToast(`${name} retired. What people entered is kept.`, {
        action: { label: 'Undo', onAction: () => restore.mutate({ params, body: {} }) },
      });
    },
  });
  const remove = useCall(deleteProfileField, { ...others, onSuccess: follow });
  return {
    form,
    isDeleting: remove.isPending,
    retire: (fieldId: string): void => retire.mutate({ params: { id: fieldId }, body: {} }),
    restore: (fieldId: string): void => restore.mutate({ params: { id: fieldId }, body: {} }),
    remove: (fieldId: string, done: () => void): void =>
      remove.mutate({ params: { id: fieldId } }, { onSuccess: done }),
  };
}
