import { UserRound } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AudienceMember } from '#contract/audience.ts';
import { limits, optionalLines, requiredText } from '#contract/fields.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import styles from './groups.module.css';

const groupForm = z.object({
  name: requiredText(limits.nameCharactersMax),
  description: optionalLines(limits.descriptionCharactersMax),
  members: z.array(z.string()),
  admins: z.array(z.string()),
});
export type GroupFields = z.output<typeof groupForm>;

interface GroupFormProps {
  readonly saved: GroupFields;
  readonly people: readonly AudienceMember[];
  readonly manages: boolean;
  readonly notice: string | null;
  readonly submitLabel: string;
  readonly send: (fields: GroupFields) => Promise<unknown>;
  readonly onSaved: () => Promise<void>;
}

export function GroupForm({ saved, people, manages, notice, submitLabel, send, onSaved }: GroupFormProps) {
  const form = useSchemaForm({ schema: groupForm, defaults: saved, guardsLeaving: true, send, onSaved });
  const members = useWatch({ control: form.control, name: 'members' });
  const options = people.map((person) => ({
    value: person.member_id,
    label: person.name,
    description: person.is_pending ? 'Invited' : undefined,
    icon: UserRound,
  }));
  const chooseMembers = (next: readonly string[]): void => {
    // Only board admins can remove a group admin.
    const chosen = manages ? next : [...new Set([...next, ...saved.admins])];
    form.setValue('members', [...chosen], { shouldDirty: true });
    const admins = form.getValues('admins').filter((admin) => chosen.includes(admin));
    form.setValue('admins', admins, { shouldDirty: true });
  };
  return (
    <PageForm form={form} submitLabel={submitLabel} className={styles.form}>
      <FormSection>
        <FormText
          form={form}
          name="name"
          label="Name"
          autoComplete="off"
          isDisabled={!manages}
          {...(manages ? {} : { description: 'A board admin can rename the group.' })}
        />
        <FormTextArea form={form} name="description" label="Description" />
        {notice !== null && <Notice>{notice}</Notice>}
        <FormField form={form} name="members">
          {({ onChange: _, ...field }) => (
            <TokenField
              label="Members"
              placeholder="Add people"
              emptyText="Nobody else to add"
              options={options}
              onChange={chooseMembers}
              {...field}
            />
          )}
        </FormField>
        {members.length > 0 && (
          <FormField form={form} name="admins">
            {({ value, onChange }) => (
              <CheckboxGroup
                label="Group admins"
                description={
                  manages
                    ? 'They can edit the group and create meetings and announcements for it.'
                    : 'Only a board admin can add or remove group admins.'
                }
                isDisabled={!manages}
                options={options
                  .filter((option) => members.includes(option.value))
                  .map(({ value: member, label }) => ({ value: member, label }))}
                value={value}
                onChange={onChange}
              />
            )}
          </FormField>
        )}
      </FormSection>
    </PageForm>
  );
}
