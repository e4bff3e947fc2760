import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AudienceMember, listAudienceChoices } from '#contract/audience.ts';
import { createGroup, type Group, getGroup, listGroups, updateGroup } from '#contract/groups.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useSchemaForm } from '#web/api/use-contract-form.ts';
import { PageForm } from '#web/shell/page-form.tsx';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckboxGroup } from '#web/ui/fields/checkbox.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { FormField, FormText, FormTextArea } from '#web/ui/fields/form-field.tsx';
import { TokenField } from '#web/ui/fields/token-field.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import styles from './groups.module.css';
import {
  changesOf,
  type GroupFields,
  groupCrumbs,
  groupForm,
  groupNouns,
  upcomingMeetingsText,
  useReturnToGroups,
} from './groups.ts';

const emptyGroup: GroupFields = { name: '', description: '', members: [], admins: [] };

export function GroupCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listGroups));
  return data.can.create ? <NewGroup /> : <NotFoundPage />;
}

function NewGroup() {
  const { data } = useSuspenseQuery(queryFor(listAudienceChoices));
  const goBack = useReturnToGroups();
  const create = useCall(createGroup, { invalidates: groupNouns });
  return (
    <Page>
      <Breadcrumbs items={groupCrumbs} />
      <PageHead title="New group" />
      <GroupForm
        saved={emptyGroup}
        people={data.people}
        manages
        notice={null}
        submitLabel="Create group"
        send={({ name, description, members, admins }) => {
          const roles = members.map((id) => ({ member_id: id, is_group_admin: admins.includes(id) }));
          return create.mutateAsync({ body: { name, description, members: roles } });
        }}
        onSaved={() => goBack('Group created')}
      />
    </Page>
  );
}

export function GroupEditPage() {
  const { id = '' } = useParams({ strict: false });
  const [isRemoving, setRemoving] = useState(false);
  const { data } = useSuspenseQuery({
    ...queryFor(getGroup, { params: { id } }),
    // Not refetched, because the event about the deletion may arrive before the user leaves the page.
    ...(isRemoving ? { staleTime: 'static' as const } : {}),
  });
  if (data.people === null) return <NotFoundPage />;
  return (
    <EditGroup
      key={id}
      group={data.group}
      people={data.people}
      upcomingMeetings={data.upcoming_meetings}
      onRemoving={setRemoving}
    />
  );
}

interface EditGroupProps {
  readonly group: Group;
  readonly people: readonly AudienceMember[];
  readonly upcomingMeetings: number;
  readonly onRemoving: (isRemoving: boolean) => void;
}

function EditGroup({ group, people, upcomingMeetings, onRemoving }: EditGroupProps) {
  // The values when the page was opened, so that other people's changes do not overwrite the input.
  const [opened] = useState(() => fieldsOf(group));
  const [isDeleting, setDeleting] = useState(false);
  const goBack = useReturnToGroups();
  const update = useCall(updateGroup, { invalidates: groupNouns });
  const deleteButton = (
    <Button variant="danger" onPress={() => setDeleting(true)}>
      Delete group
    </Button>
  );
  return (
    <Page>
      <Breadcrumbs items={[...groupCrumbs, { label: group.name }]} />
      <PageHead title="Edit group" {...(group.can.delete ? { actions: deleteButton } : {})} />
      <GroupForm
        saved={opened}
        people={people}
        manages={group.can.manage}
        notice={upcomingMeetingsText(upcomingMeetings)}
        submitLabel="Save group"
        send={(fields) => update.mutateAsync({ params: { id: group.id }, body: changesOf(opened, fields) })}
        onSaved={() => goBack('Group saved')}
      />
      {isDeleting && (
        <DeleteGroupDialog
          group={group}
          onClose={() => setDeleting(false)}
          onRemoving={onRemoving}
          onDeleted={() => goBack('Group deleted')}
        />
      )}
    </Page>
  );
}

function fieldsOf({ name, description, members }: Group): GroupFields {
  const known = members ?? [];
  return {
    name,
    description,
    members: known.map((member) => member.member_id),
    admins: known.filter((member) => member.is_group_admin).map((member) => member.member_id),
  };
}

interface GroupFormProps {
  readonly saved: GroupFields;
  readonly people: readonly AudienceMember[];
  readonly manages: boolean;
  readonly notice: string | null;
  readonly submitLabel: string;
  readonly send: (fields: GroupFields) => Promise<unknown>;
  readonly onSaved: () => Promise<void>;
}

function GroupForm({ saved, people, manages, notice, submitLabel, send, onSaved }: GroupFormProps) {
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
          description={manages ? undefined : 'A board admin can rename the group.'}
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
