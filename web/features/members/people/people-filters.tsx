import { LayoutGrid, List, Pencil } from 'lucide-react';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { type ListAddress, useListAddress } from '#web/shell/use-list-address.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { isPeopleStatus, type PeopleFilter, type PeopleStatus } from './people-filter.ts';

function EditGroupLink({ groupId }: { readonly groupId: string | null }) {
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
          onChange={(id) => address.set({ group: id === allGroups ? undefined : id })}
          options={[
            { value: allGroups, label: 'All groups' },
            ...groups.map((group) => ({ value: group.id, label: group.name })),
          ]}
        />
      )}
      <EditGroupLink groupId={filter.group} />
      {manages && (
        <Select
          label="Status"
          labelHidden
          value={filter.status}
          onChange={(status) => address.set({ status: status === 'members' ? undefined : status })}
          options={statuses}
        />
      )}
      <div className="end">
        <Segmented
          label="Show as"
          iconOnly
          value={address.view}
          onChange={(view) => address.set({ view: view === 'cards' ? undefined : view })}
          options={views}
        />
      </div>
    </Filters>
  );
}

export type PeopleView = 'cards' | 'list';

export interface PeopleAddress {
  readonly filter: PeopleFilter;
  readonly view: PeopleView;
  readonly setFind: (text: string) => void;
  readonly set: ListAddress['set'];
  readonly clear: () => void;
}

/** Milliseconds. Browsers limit how often the address may change. */
const typingPauseMs = 250;

export function usePeopleAddress(): PeopleAddress {
  const { search, set, find } = useListAddress({ typingPauseMs });
  return {
    filter: {
      find: find.typed,
      group: search.group ?? null,
      status: isPeopleStatus(search.status) ? search.status : 'members',
    },
    view: search.view === 'list' ? 'list' : 'cards',
    setFind: find.setTyped,
    set,
    clear: () => {
      find.setTyped('');
      set({ find: undefined, group: undefined, status: undefined });
    },
  };
}
