import { LayoutGrid, List, Pencil } from 'lucide-react';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import type { PeopleStatus } from './people-filter.ts';
import type { PeopleAddress, PeopleView } from './use-people-address.ts';

/** For who may edit the group: board admins, and its own admins, who have no Admin menu. */
export function EditGroupLink({ groupId }: { readonly groupId: string | null }) {
  const { user } = useStart();
  const own = user?.groupMemberships.find((group) => group.id === groupId);
  if (groupId === null || !(user?.boardInfo?.is_board_admin || own?.group_info.is_group_admin)) return null;
  return (
    <LinkButton icon={Pencil} href={paths.adminGroupEdit(groupId)}>
      Edit group
    </LinkButton>
  );
}

const allGroups = 'all';
const views: readonly { readonly value: PeopleView; readonly label: string; readonly icon: typeof List }[] = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
];
const statuses: readonly { readonly value: PeopleStatus; readonly label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'invited', label: 'Invited' },
  { value: 'inactive', label: 'Inactive' },
];

interface PeopleFiltersProps {
  readonly address: PeopleAddress;
  /** Admins alone choose by status: others see no inactive members. */
  readonly manages: boolean;
}

export function PeopleFilters({ address, manages }: PeopleFiltersProps) {
  const groups = useBoard()?.groups ?? [];
  const { filter } = address;
  const isKnown = groups.some((group) => group.id === filter.group);
  return (
    <Filters>
      <SearchField label="Find by name" placeholder="Find by name" value={filter.find} onChange={address.setFind} />
      {groups.length > 0 && (
        <Select
          label="Group"
          labelHidden
          value={isKnown ? filter.group : allGroups}
          onChange={(id) => address.setGroup(id === allGroups ? null : id)}
          options={[
            { value: allGroups, label: 'All groups' },
            ...groups.map((group) => ({ value: group.id, label: group.name })),
          ]}
        />
      )}
      <EditGroupLink groupId={filter.group} />
      {manages && (
        <Select label="Status" labelHidden value={filter.status} onChange={address.setStatus} options={statuses} />
      )}
      <div className="end">
        <Segmented label="Show as" iconOnly value={address.view} onChange={address.setView} options={views} />
      </div>
    </Filters>
  );
}
