import { type Control, type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { type EditedProfile, getProfile, saveProfile } from '#contract/profile.ts';
import { profileValueError } from '#domain/profile-fields.ts';
import { emailError, firstError, requiredError } from '#domain/validation.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { usePicture } from '#web/features/members/pictures/use-picture.ts';

export interface ProfileForm {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** By field id. */
  readonly values: Record<string, string>;
}
export type ProfileControl = Control<ProfileForm>;

const formOf = ({ person, values }: EditedProfile): ProfileForm => ({
  first_name: person.first_name,
  last_name: person.last_name,
  email: person.email ?? '',
  values,
});

/** The rules that the server asks again, for what this reader owes. */
function resolverFor(profile: EditedProfile): Resolver<ProfileForm> {
  return (form) => {
    const found: Record<string, { type: string; message: string }> = {};
    for (const field of profile.fields) {
      if (field.filled_by === 'admin' && !profile.can.edit_position) continue;
      const kept = profile.values[field.id] ?? '';
      const isOwed = field.filled_by === 'admin' || profile.person.is_self || kept !== '';
      const rules = { ...field, required: field.required && isOwed };
      const message = profileValueError(rules, form.values[field.id] ?? '', kept);
      if (message !== null) found[field.id] = { type: 'rule', message };
    }
    const errors: { -readonly [Name in keyof ProfileForm]?: FieldErrors<ProfileForm>[Name] } =
      Object.keys(found).length === 0 ? {} : { values: found };
    if (profile.can.edit_name) {
      for (const name of ['first_name', 'last_name', 'email'] as const) {
        const message = firstError(requiredError(form[name]), name === 'email' ? emailError(form[name]) : null);
        if (message !== null) errors[name] = { type: 'rule', message };
      }
    }
    return Object.keys(errors).length === 0 ? { values: form, errors: {} } : { values: {}, errors };
  };
}

/**
 * A profile being edited, with the picture that was chosen. Only what was changed is sent, so that nobody's other changes
 * are undone.
 */
export function useProfileForm(profile: EditedProfile, onSaved: (profile: EditedProfile) => void) {
  const { slug } = profile.person;
  const form = useForm<ProfileForm>({ resolver: resolverFor(profile), defaultValues: formOf(profile) });
  // Read while drawing: the form keeps account of what is watched.
  const { isDirty, dirtyFields } = form.formState;
  const picture = usePicture();
  const save = useCall(saveProfile, {
    invalidates: ['people', 'invitations', 'timeline'],
    onSuccess: (saved) => {
      queryClient.setQueryData(queryFor(getProfile, { params: { slug } }).queryKey, saved);
      form.reset(formOf(saved));
      onSaved(saved);
    },
    onError: (error) => showFieldErrors(error, form.setError),
  });
  const isSaving = save.isPending || picture.isSending;
  const submit = form.handleSubmit(async (typed) => {
    if (isSaving || !(await picture.send())) return;
    const values = Object.fromEntries(
      Object.entries(typed.values).filter(
        ([id]) => dirtyFields.values?.[id] === true && typed.values[id] !== undefined,
      ),
    );
    const { first_name, last_name, email } = typed;
    const hasName = dirtyFields.first_name || dirtyFields.last_name || dirtyFields.email;
    const name = profile.can.edit_name && hasName ? { first_name, last_name, email } : {};
    save.mutate({ params: { slug }, body: { values, ...name } });
  });
  return {
    control: form.control,
    picture,
    isDirty: isDirty || picture.chosen !== null,
    isSaving,
    submit: () => void submit(),
  };
}
