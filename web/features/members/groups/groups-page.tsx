import { useSuspenseQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { type Group, listGroups } from '#contract/groups.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton, IconLink } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AvatarStack } from '#web/ui/identity/avatar.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/ui/overlays/menu.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { DeleteGroupDialog } from './delete-group-dialog.tsx';
import styles from './groups.module.css';

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

interface GroupsTableProps {
  readonly groups: readonly Group[];
  readonly onDelete: (group: Group) => void;
}

/** A plain table: it is read and followed, not chosen from. */
export function GroupsTable({ groups, onDelete }: GroupsTableProps) {
  return (
    <table className={styles.table} aria-label="Groups">
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" className="hide-small">
            Members
          </th>
          <th scope="col">
            <span className="visually-hidden">Number</span>
          </th>
          <th scope="col" className="hide-small">
            Group admins
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} onDelete={() => onDelete(group)} />
        ))}
      </tbody>
    </table>
  );
}

function GroupRow({ group, onDelete }: { readonly group: Group; readonly onDelete: () => void }) {
  const { members, can } = group;
  const admins = members?.filter((member) => member.is_group_admin).map((member) => member.name) ?? [];
  const pictured = members?.map((each) => ({ id: each.member_id, name: each.name, pictureUrl: each.img_url })) ?? [];
  return (
    <tr>
      <th scope="row">
        {can.edit ? (
          <Link className={styles.name ?? ''} href={paths.adminGroupEdit(group.id)}>
            {group.name}
          </Link>
        ) : (
          <span className={styles.name}>{group.name}</span>
        )}
        {group.description !== '' && <span className={styles.description}>{group.description}</span>}
      </th>
      <td className="hide-small">{pictured.length > 0 && <AvatarStack people={pictured} />}</td>
      <td className={styles.count}>{members !== null && counted(members.length, 'member')}</td>
      <td className="muted hide-small">{admins.join(', ')}</td>
      <td className={styles.tools}>
        {can.edit && (
          <span className={styles.buttons}>
            <span className="hide-small">
              <IconLink
                icon={Pencil}
                size="s"
                aria-label={`Edit ${group.name}`}
                href={paths.adminGroupEdit(group.id)}
              />
            </span>
            <MenuTrigger placement="bottom end">
              <IconButton icon={Ellipsis} size="s" aria-label={`More for ${group.name}`} />
              <Menu aria-label={group.name}>
                <MenuItem icon={Pencil} href={paths.adminGroupEdit(group.id)}>
                  Edit
                </MenuItem>
                {can.delete && (
                  <MenuItem icon={Trash2} danger onAction={onDelete}>
                    Delete group
                  </MenuItem>
                )}
              </Menu>
            </MenuTrigger>
          </span>
        )}
      </td>
    </tr>
  );
}
