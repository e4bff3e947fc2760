import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { type AudienceMember, listAudienceChoices } from '#contract/audience.ts';
import { createGroup, type Group, getGroup, listGroups, updateGroup } from '#contract/groups.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { NotFoundPage } from '#web/shell/page-states.tsx';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupFields, type GroupForm } from './group-form.tsx';
import { changesOf, groupCrumbs, groupNouns, upcomingMeetingsText, useReturnToGroups } from './groups.ts';

const emptyGroup: GroupForm = { name: '', description: '', members: [], admins: [] };

/** /admin/groups/create. Who may not create finds nothing here. */
export function GroupCreatePage() {
  const { data } = useSuspenseQuery(queryFor(listGroups));
  return data.can.create ? <NewGroup /> : <NotFoundPage />;
}

function NewGroup() {
  const formId = useId();
  const { data } = useSuspenseQuery(queryFor(listAudienceChoices));
  const goBack = useReturnToGroups();
  const create = useCall(createGroup, { invalidates: groupNouns, onSuccess: () => goBack('Group created') });
  return (
    <Page>
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={create.isPending}>
          Create group
        </Button>
      </TopBarActions>
      <Breadcrumbs items={groupCrumbs} />
      <PageHead title="New group" />
      <GroupFields
        id={formId}
        saved={emptyGroup}
        people={data.people}
        manages
        notice={null}
        onSave={({ name, description, members, admins }, mark) => {
          const standings = members.map((id) => ({ member_id: id, is_group_admin: admins.includes(id) }));
          create.mutate({ body: { name, description, members: standings } }, { onError: mark });
        }}
      />
    </Page>
  );
}

/** /admin/groups/edit/{id}, for board admins and the group's own admins. */
export function GroupEditPage() {
  const { id = '' } = useParams({ strict: false });
  const [isRemoving, setRemoving] = useState(false);
  const { data } = useSuspenseQuery({
    ...queryFor(getGroup, { params: { id } }),
    // The page hears of the deletion before it has left.
    ...(isRemoving ? { staleTime: 'static' as const } : {}),
  });
  if (data.people === null) return <NotFoundPage />;
  return (
    <EditGroup
      key={id}
      group={data.group}
      people={data.people}
      comingMeetings={data.upcoming_meetings}
      onRemoving={setRemoving}
    />
  );
}

function EditGroup(props: {
  readonly group: Group;
  readonly people: readonly AudienceMember[];
  readonly comingMeetings: number;
  readonly onRemoving: (isRemoving: boolean) => void;
}) {
  const { group, people, comingMeetings } = props;
  const formId = useId();
  // What others change meanwhile does not overwrite what is being typed.
  const [opened] = useState(() => formOf(group));
  const [isDeleting, setDeleting] = useState(false);
  const goBack = useReturnToGroups();
  const update = useCall(updateGroup, { invalidates: groupNouns, onSuccess: () => goBack('Group saved') });
  return (
    <Page>
      <TopBarActions>
        <Button variant="primary" type="submit" form={formId} isPending={update.isPending}>
          Save group
        </Button>
      </TopBarActions>
      <Breadcrumbs items={[...groupCrumbs, { label: group.name }]} />
      <PageHead
        title="Edit group"
        {...(group.can.delete
          ? {
              actions: (
                <Button variant="danger" onPress={() => setDeleting(true)}>
                  Delete group
                </Button>
              ),
            }
          : {})}
      />
      <GroupFields
        id={formId}
        saved={opened}
        people={people}
        manages={group.can.manage}
        notice={upcomingMeetingsText(comingMeetings)}
        onSave={(form, mark) => {
          update.mutate({ params: { id: group.id }, body: changesOf(opened, form) }, { onError: mark });
        }}
      />
      {isDeleting && (
        <DeleteGroupDialog
          group={group}
          onClose={() => setDeleting(false)}
          onRemoving={props.onRemoving}
          onDeleted={() => goBack('Group deleted')}
        />
      )}
    </Page>
  );
}

function formOf({ name, description, members }: Group): GroupForm {
  const known = members ?? [];
  return {
    name,
    description,
    members: known.map((member) => member.member_id),
    admins: known.filter((member) => member.is_group_admin).map((member) => member.member_id),
  };
}
