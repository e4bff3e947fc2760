import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Group, listGroups } from '#contract/groups.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import { GroupsTable } from './groups-table.tsx';

/** /admin/groups: all of them for board admins, their own for others. */
export function GroupsPage() {
  const { data } = useSuspenseQuery(queryFor(listGroups));
  const [deleting, setDeleting] = useState<Group | null>(null);
  const newGroup = (
    <LinkButton variant="primary" icon={Plus} href={paths.adminGroupCreate()}>
      New group
    </LinkButton>
  );
  return (
    <Page>
      <PageHead
        title="Groups"
        lede="Committees and working groups. The whole board is not a group: choose it as the audience of a meeting or an announcement."
        {...(data.can.create ? { actions: newGroup } : {})}
      />
      {data.groups.length === 0 ? (
        <EmptyState
          title={data.can.create ? 'No groups yet' : 'You are in no group'}
          text={
            data.can.create
              ? 'Make a committee, and meetings can be for its members alone.'
              : 'A board admin puts members into groups.'
          }
          {...(data.can.create ? { action: newGroup } : {})}
        />
      ) : (
        <GroupsTable groups={data.groups} onDelete={setDeleting} />
      )}
      {deleting !== null && <DeleteGroupDialog group={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
