import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type AudienceMember, listAudienceChoices } from '#contract/audience.ts';
import { createGroup, type Group, getGroup, listGroups, updateGroup } from '#contract/groups.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { type GroupFields, GroupForm } from './group-form.tsx';
import { changesOf, groupCrumbs, groupNouns, upcomingMeetingsText, useReturnToGroups } from './groups.ts';

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
