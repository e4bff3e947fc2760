import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { LayoutGrid, List, Pencil } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { getPerson, listPeople } from '#contract/people.ts';
import { memberCount } from '#domain/audience.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { useBoard, useStart } from '#web/api/start.ts';
import { paths, personOf } from '#web/paths.ts';
import { useListAddress } from '#web/shell/use-list-address.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Filters } from '#web/ui/layout.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import {
  filterPeople,
  isPeopleStatus,
  type PeopleFilter,
  type PeopleStatus,
  searchablePeople,
} from './people-filter.ts';
import { PeopleCards, PeopleTable } from './people-list.tsx';
import { PeopleTabs } from './people-tabs.tsx';

const renderedAtOnce = 40;

export function PeoplePage() {
  const { pathname } = useLocation();
  const slug = personOf(pathname);
  return (
    <>
      {slug !== null && <KnownPerson slug={slug} />}
      <Directory />
    </>
  );
}

function KnownPerson({ slug }: { readonly slug: string }) {
  useSuspenseQuery(queryFor(getPerson, { params: { slug } }));
  return null;
}

function Directory() {
  const { data } = useSuspenseQuery(queryFor(listPeople));
  const address = usePeopleAddress();
  const people = useMemo(() => searchablePeople(data.people), [data.people]);
  const members = data.people.filter((person) => person.status !== 'inactive');
  // Deferred, so that a long list does not slow down typing.
  const filter = useDeferredValue(address.filter);
  const shown = useMemo(() => filterPeople(people, filter), [people, filter]);
  // First renders only the start of the list, so that the page opens fast even with hundreds of people.
  const rendered = useDeferredValue(shown, shown.slice(0, renderedAtOnce));
  const isAlone = data.people.length <= 1;
  return (
    <Page>
      <PageHead
        title="People"
        note={memberCount(members.map(({ status }) => ({ is_pending: status === 'invited' })))}
        actions={
          data.can.create && (
            <>
              {members.some((person) => person.status === 'invited') && (
                <LinkButton href={paths.invitations()}>Pending invitations</LinkButton>
              )}
              {!isAlone && <LinkButton href={paths.personCreate()}>New person</LinkButton>}
            </>
          )
        }
      />
      <PeopleTabs current="members" />
      {isAlone && data.can.create ? (
        <EmptyState
          title="Only you so far"
          text="Invite the other members. Until they join, they are listed as invited."
          action={<LinkButton href={paths.personCreate()}>New person</LinkButton>}
        />
      ) : (
        <>
          <PeopleFilters address={address} manages={data.can.manage} />
          <p role="status" className="visually-hidden">
            {isNarrowed(filter) ? `${counted(shown.length, 'member')} found` : ''}
          </p>
          {shown.length === 0 ? (
            <NobodyFound filter={filter} onClear={address.clear} />
          ) : address.view === 'list' ? (
            <PeopleTable people={rendered} />
          ) : (
            <PeopleCards people={rendered} />
          )}
        </>
      )}
    </Page>
  );
}

const isNarrowed = (filter: PeopleFilter): boolean =>
  filter.find.trim() !== '' || filter.group !== null || filter.status !== 'members';

function NobodyFound({ filter, onClear }: { readonly filter: PeopleFilter; readonly onClear: () => void }) {
  const name = filter.find.trim();
  return (
    <EmptyState
      title={name === '' ? 'No members found' : `No member is called “${name}”`}
      text={name === '' ? 'No member matches these filters.' : 'Check the spelling, or show all members.'}
      action={<Button onPress={onClear}>Show all members</Button>}
    />
  );
}

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

function PeopleFilters({ address, manages }: { readonly address: PeopleAddress; readonly manages: boolean }) {
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

type PeopleView = 'cards' | 'list';

type PeopleAddress = ReturnType<typeof usePeopleAddress>;

/** Milliseconds. Browsers limit how often the address may change. */
const typingPauseMs = 250;

function usePeopleAddress() {
  const { search, set, find } = useListAddress({ typingPauseMs });
  const view: PeopleView = search.view === 'list' ? 'list' : 'cards';
  return {
    filter: {
      find: find.typed,
      group: search.group ?? null,
      status: isPeopleStatus(search.status) ? search.status : 'members',
    } satisfies PeopleFilter,
    view,
    setFind: find.setTyped,
    set,
    clear: () => {
      find.setTyped('');
      set({ find: undefined, group: undefined, status: undefined });
    },
  };
}
