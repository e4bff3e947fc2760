import { useNavigate, useSearch } from '@tanstack/react-router';
import { LayoutGrid, List, Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { isPeopleStatus, type PeopleFilter, type PeopleStatus } from './people-filter.ts';

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

export type PeopleView = 'cards' | 'list';

export interface PeopleAddress {
  readonly filter: PeopleFilter;
  readonly view: PeopleView;
  readonly setFind: (text: string) => void;
  readonly setGroup: (id: string | null) => void;
  readonly setStatus: (status: PeopleStatus) => void;
  readonly setView: (view: PeopleView) => void;
  readonly clear: () => void;
}

/** Pause in typing, in milliseconds, after which the address follows; browsers allow few changes of it a second. */
const typingPauseMs = 250;

/**
 * What /people shows is kept in its address, so that Back, a reload and a shared link show the same. Choices are steps of
 * the history of their own; what is typed is not.
 */
export function usePeopleAddress(): PeopleAddress {
  const search = useSearch({ from: '/shell/board/people' });
  const navigate = useNavigate({ from: '/people' });
  const inAddress = search.find ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState({ address: inAddress, written: inAddress });
  if (inAddress !== seen.address) {
    setSeen({ ...seen, address: inAddress });
    // Not what we wrote ourselves: Back, or a link.
    if (inAddress !== seen.written) setTyped(inAddress);
  }
  const go = (
    change: Readonly<Record<string, string | undefined>>,
    options: { readonly replace?: boolean } = {},
  ): void => void navigate({ to: '.', search: (before) => ({ ...before, ...change }), resetScroll: false, ...options });
  // An effect, because it waits for a pause in what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait anew
  useEffect(() => {
    const text = typed.trim();
    if (text === inAddress) return;
    const timer = setTimeout(() => {
      setSeen((before) => ({ ...before, written: text }));
      go({ find: text === '' ? undefined : text }, { replace: true });
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    filter: {
      find: typed,
      group: search.group ?? null,
      status: isPeopleStatus(search.status) ? search.status : 'members',
    },
    view: search.view === 'list' ? 'list' : 'cards',
    setFind: setTyped,
    setGroup: (id) => go({ group: id ?? undefined }),
    setStatus: (status) => go({ status: status === 'members' ? undefined : status }),
    setView: (view) => go({ view: view === 'cards' ? undefined : view }),
    clear: () => {
      setTyped('');
      setSeen((before) => ({ ...before, written: '' }));
      go({ find: undefined, group: undefined, status: undefined });
    },
  };
}
