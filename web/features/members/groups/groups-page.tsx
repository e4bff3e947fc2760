import { useSuspenseQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, MenuTrigger } from 'react-aria-components';
import { type Group, listGroups } from '#contract/groups.ts';
import { memberCount } from '#domain/audience.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton, IconLink } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AvatarStack } from '#web/ui/identity/avatar.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import styles from './groups.module.css';

export function GroupsPage() {
  const { data } = useSuspenseQuery(queryFor(listGroups));
  const [deleting, setDeleting] = useState<Group | null>(null);
  const columns = useMemo(() => columnsWith(setDeleting), []);
  const newGroup = (
    <LinkButton variant="primary" icon={Plus} href={paths.adminGroupCreate()}>
      New group
    </LinkButton>
  );
  return (
    <Page>
      <PageHead
        title="Groups"
        lede="Committees and working groups. You do not need a group for the whole board: you can choose “Whole board” as the audience of a meeting or announcement."
        {...(data.can.create ? { actions: newGroup } : {})}
      />
      <DataTable
        label="Groups"
        height="two"
        columns={columns}
        rows={data.groups}
        keyOf={(group) => group.id}
        empty={
          data.can.create ? (
            <EmptyState
              title="No groups yet"
              text="Create a committee to hold meetings for its members only."
              action={newGroup}
            />
          ) : (
            <EmptyState title="You are not in any group" text="Board admins add members to groups." />
          )
        }
      />
      {deleting !== null && <DeleteGroupDialog group={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

const columnsWith = (onDelete: (group: Group) => void): readonly DataColumn<Group>[] => [
  { id: 'group', header: 'Group', cell: (group) => <GroupName group={group} /> },
  {
    id: 'members',
    header: 'Members',
    wideOnly: true,
    cell: ({ members }) =>
      members !== null &&
      members.length > 0 && (
        <AvatarStack people={members.map(({ member_id: id, name, img_url }) => ({ id, name, pictureUrl: img_url }))} />
      ),
  },
  {
    id: 'count',
    header: 'Number',
    headerHidden: true,
    cell: ({ members }) => members !== null && <span className="nowrap">{memberCount(members)}</span>,
  },
  {
    id: 'admins',
    header: 'Group admins',
    wideOnly: true,
    cell: ({ members }) => (
      <span className="muted">
        {members
          ?.filter((member) => member.is_group_admin)
          .map((member) => member.name)
          .join(', ')}
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    fit: true,
    cell: (group) => group.can.edit && <GroupActions group={group} onDelete={() => onDelete(group)} />,
  },
];

function GroupName({ group }: { readonly group: Group }) {
  return (
    <span className={styles.group}>
      {group.can.edit ? (
        <Link className={styles.name ?? ''} href={paths.adminGroupEdit(group.id)}>
          {group.name}
        </Link>
      ) : (
        <span className={styles.name}>{group.name}</span>
      )}
      {group.description !== '' && <span className={styles.description}>{group.description}</span>}
    </span>
  );
}

function GroupActions({ group, onDelete }: { readonly group: Group; readonly onDelete: () => void }) {
  return (
    <span className={styles.buttons}>
      <span className="hide-small">
        <IconLink icon={Pencil} size="s" aria-label={`Edit ${group.name}`} href={paths.adminGroupEdit(group.id)} />
      </span>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More actions for ${group.name}`} />
        <Menu aria-label={group.name}>
          <MenuItem icon={Pencil} label="Edit" href={paths.adminGroupEdit(group.id)} />
          {group.can.delete && <MenuItem icon={Trash2} label="Delete group" danger onAction={onDelete} />}
        </Menu>
      </MenuTrigger>
    </span>
  );
}
