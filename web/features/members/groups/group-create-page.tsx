import { useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listAudienceChoices } from '#contract/audience.ts';
import { createGroup, listGroups } from '#contract/groups.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { NotFoundPage } from '#web/shell/not-found-page.tsx';
import { TopBarActions } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { Breadcrumbs } from '#web/ui/rows/breadcrumbs.tsx';
import { GroupFields, type GroupForm } from './group-form.tsx';
import { groupCrumbs, groupNouns, useReturnToGroups } from './return-to-groups.ts';

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
