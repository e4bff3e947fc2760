import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';
import { getPerson, listPeople } from '#contract/people.ts';
import { memberCount } from '#domain/audience.ts';
import { counted } from '#domain/text.ts';
import { queryFor } from '#web/api/queries.ts';
import { paths, personOf } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page, PageHead } from '#web/ui/page.tsx';
import { filterPeople, type PeopleFilter, searchablePeople } from './people-filter.ts';
import { PeopleFilters, usePeopleAddress } from './people-filters.tsx';
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
