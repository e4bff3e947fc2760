import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  deleteProfileField,
  type KeptField,
  listProfileFields,
  restoreProfileField,
  retireProfileField,
  saveProfileFields,
} from '#contract/profile.ts';
import type { FieldFiller } from '#domain/profile-fields.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import {
  bodyOf,
  errorsOf,
  type FieldDraftRow,
  type FieldLists,
  followRetired,
  isSame,
  listsOf,
} from './field-lists.ts';

const elsewhere = { invalidates: ['people'] } as const;
type Errors = Readonly<Record<string, string>>;
const none: Errors = {};

/** The lists as they are typed. Nothing typed: they follow what the server has. Retiring keeps what was typed beside it. */
export function useFieldLists(fields: readonly KeptField[]) {
  const [draft, setDraft] = useState<FieldLists | null>(null);
  const [errors, setErrors] = useState<Errors>(none);
  const kept = listsOf(fields);
  const lists = draft ?? kept;

  const show = (answer: { readonly fields: KeptField[] }): void =>
    void queryClient.setQueryData(queryFor(listProfileFields).queryKey, answer);
  const follow = (answer: { readonly fields: KeptField[] }): void => {
    setDraft((typed) => typed && followRetired(typed, answer.fields));
    setErrors(none);
    show(answer);
  };
  const nameOf = (fieldId: string): string => fields.find(({ id }) => id === fieldId)?.name ?? 'Field';

  const save = useCall(saveProfileFields, {
    ...elsewhere,
    onSuccess: (answer) => {
      show(answer);
      setDraft(null);
      showToast('Profile fields saved');
    },
    onError: (error) => setErrors(error.fields),
  });
  const restore = useCall(restoreProfileField, { ...elsewhere, onSuccess: follow });
  const retire = useCall(retireProfileField, {
    ...elsewhere,
    onSuccess: (answer, { params }) => {
      follow(answer);
      showToast(`${nameOf(params.id)} retired. What people filled in is kept.`, {
        action: { label: 'Undo', onAction: () => restore.mutate({ params, body: {} }) },
      });
    },
  });
  const remove = useCall(deleteProfileField, { ...elsewhere, onSuccess: follow });

  return {
    lists,
    errors,
    isDirty: draft !== null && !isSame(draft, kept),
    isSaving: save.isPending,
    isDeleting: remove.isPending,
    setRows(filler: FieldFiller, rows: readonly FieldDraftRow[]): void {
      setErrors(none);
      setDraft({ ...lists, [filler]: rows });
    },
    /** The first field that is wrong gets the focus. */
    save(form: HTMLFormElement): void {
      const found = errorsOf(lists);
      flushSync(() => setErrors(found));
      if (Object.keys(found).length > 0) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      else save.mutate({ body: bodyOf(lists) });
    },
    retire: (fieldId: string): void => retire.mutate({ params: { id: fieldId }, body: {} }),
    restore: (fieldId: string): void => restore.mutate({ params: { id: fieldId }, body: {} }),
    remove: (fieldId: string, done: () => void): void =>
      remove.mutate({ params: { id: fieldId } }, { onSuccess: done }),
  };
}
