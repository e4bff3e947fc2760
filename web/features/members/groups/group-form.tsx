import { zodResolver } from '@hookform/resolvers/zod';
import { UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AudienceMember } from '#contract/audience.ts';
import { limits, optionalLines, requiredText } from '#contract/fields.ts';
import type { CallError } from '#web/api/call-error.ts';
import { useUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { showFieldErrors } from '#web/api/use-contract-form.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import styles from './groups.module.css';

const groupForm = z.object({
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
  members: z.array(z.string()),
  admins: z.array(z.string()),
});
export type GroupForm = z.output<typeof groupForm>;

interface GroupFieldsProps {
  readonly id: string;
  readonly saved: GroupForm;
  readonly people: readonly AudienceMember[];
  /** The name, and who is group admin. */
  readonly manages: boolean;
  readonly notice: ReactNode;
  /** Answers once it is saved; the fields that a refusal names are marked. */
  readonly onSave: (form: GroupForm, mark: (error: CallError) => void) => void;
}

/** Name, description, members and group admins of a new or an existing group. */
export function GroupFields({ id, saved, people, manages, notice, onSave }: GroupFieldsProps) {
  const { control, handleSubmit, setError, setValue, getValues, formState } = useForm<GroupForm>({
    resolver: zodResolver(groupForm),
    defaultValues: saved,
  });
  useUnsavedChanges(formState.isDirty);
  const members = useWatch({ control, name: 'members' });
  const options = people.map((person) => ({
    value: person.member_id,
    label: person.name,
    description: person.is_pending ? 'Invited' : undefined,
    icon: UserRound,
  }));
  const submit = handleSubmit((form) => onSave(form, (error) => showFieldErrors(error, setError)));
  const chooseMembers = (next: readonly string[]): void => {
    // Whoever is group admin stays a member for a group admin: only a board admin takes that away.
    const kept = manages ? next : [...new Set([...next, ...saved.admins])];
    setValue('members', [...kept], { shouldDirty: true });
    const admins = getValues('admins').filter((admin) => kept.includes(admin));
    setValue('admins', admins, { shouldDirty: true });
  };
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormSection>
        <Controller
          control={control}
          name="name"
          render={({ field, fieldState: { error } }) => (
            <TextField
              label="Name"
              autoComplete="off"
              isDisabled={!manages}
              {...field}
              {...(manages ? {} : { description: 'A board admin can rename the group.' })}
              {...(error?.message === undefined ? {} : { errorMessage: error.message })}
            />
          )}
        />
        <Controller
          control={control}
          name="description"
          render={({ field, fieldState: { error } }) => (
            <TextArea
              label="Description"
              {...field}
              {...(error?.message === undefined ? {} : { errorMessage: error.message })}
            />
          )}
        />
        {notice !== null && <Notice>{notice}</Notice>}
        <Controller
          control={control}
          name="members"
          render={({ field: { value, onBlur }, fieldState: { error } }) => (
            <TokenField
              label="Members"
              placeholder="Add people"
              emptyText="Nobody else to add"
              options={options}
              value={value}
              onChange={chooseMembers}
              onBlur={onBlur}
              {...(error?.message === undefined ? {} : { errorMessage: error.message })}
            />
          )}
        />
        {members.length > 0 && (
          <Controller
            control={control}
            name="admins"
            render={({ field: { value, onChange } }) => (
              <CheckboxGroup
                label="Group admins"
                description={
                  manages
                    ? 'They edit the group and make meetings and announcements for it.'
                    : 'A board admin makes and removes group admins.'
                }
                isDisabled={!manages}
                options={options
                  .filter((option) => members.includes(option.value))
                  .map(({ value: member, label }) => ({ value: member, label }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
        )}
      </FormSection>
    </form>
  );
}
