import { useState } from 'react';
import type { ResolverResult } from 'react-hook-form';
import { type EditedProfile, getProfile, saveProfile } from '#contract/profile.ts';
import { hasName } from '#domain/identity.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { profileValueError } from '#domain/profile-fields.ts';
import { termError } from '#domain/reports.ts';
import { emailError, firstError, requiredError } from '#domain/validation.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { resolved } from '#web/api/rule-errors.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { changedFields, useSchemaForm } from '#web/api/use-contract-form.ts';
import { usePicture } from '#web/features/members/pictures/use-picture.ts';

interface ProfileValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly values: Record<string, string>;
}
export type ProfileForm = ReturnType<typeof useProfileForm>;

const valuesOf = ({ person, values }: EditedProfile): ProfileValues => ({
  first_name: person.first_name,
  last_name: person.last_name,
  email: person.email ?? '',
  values,
});

export function useProfileForm(profile: EditedProfile, onSaved: (clearUnsaved: () => void) => void) {
  const { slug } = profile.person;
  const [opened, setOpened] = useState(() => valuesOf(profile));
  const picture = usePicture();
  const save = useCall(saveProfile, { invalidates: ['people', 'invitations', 'timeline'] });
  const form = useSchemaForm({
    defaults: opened,
    resolver: (typed: ProfileValues): ResolverResult<ProfileValues> => resolved(typed, profileErrors(profile, typed)),
    send: ({ values, ...name }) => {
      const { values: openedValues, ...openedName } = opened;
      const isNameChanged = Object.keys(changedFields(openedName, name)).length > 0;
      const body = {
        values: changedFields(openedValues, values) as Record<string, string>,
        ...(profile.can.edit_name && isNameChanged ? name : {}),
      };
      return save.mutateAsync({ params: { slug }, body });
    },
    onSaved: (saved) => {
      queryClient.setQueryData(queryFor(getProfile, { params: { slug } }).queryKey, saved);
      setOpened(valuesOf(saved));
      form.reset(valuesOf(saved));
      onSaved(clearUnsaved);
    },
  });
  const isSaving = form.isSaving || picture.isSending;
  const isDirty = form.isDirty || picture.chosen !== null;
  const clearUnsaved = useUnsavedChanges(isDirty);
  const submit = async (): Promise<void> => {
    if (!isSaving && (await form.check()) && (await picture.send())) form.submit();
  };
  return { control: form.control, picture, isSaving, submit: () => void submit() };
}

function profileErrors(profile: EditedProfile, typed: ProfileValues): Readonly<Record<string, string | null>> {
  const errors: Record<string, string | null> = {};
  for (const field of profile.fields) {
    if (field.filled_by === 'admin' && !profile.can.edit_position) continue;
    const before = profile.values[field.id] ?? '';
    const isOwed = field.filled_by === 'admin' || profile.person.is_self || before !== '';
    const rules = { ...field, required: field.required && isOwed };
    errors[`values.${field.id}`] = profileValueError(rules, typed.values[field.id] ?? '', before);
  }
  const term = profile.can.edit_position ? termError(profile.fields, ({ id }) => typed.values[id] ?? '') : null;
  if (term !== null) errors[`values.${term.end.id}`] = term.message;
  if (profile.can.edit_name) {
    errors.email = firstError(requiredError(typed.email), emailError(typed.email));
    errors.first_name = hasName(typed) ? null : validationMessages.nameMissing;
  }
  return errors;
}
