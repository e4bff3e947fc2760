import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listPeople, type Person } from '../../../contract/people.ts';
import { queryFor } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/actions/link-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PersonLine } from '../../ui/identity/person-line.tsx';
import { Filters } from '../../ui/layout.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { Rows } from '../../ui/rows/rows.tsx';
import { memberCount, peopleNamed } from './people-list.ts';

/** /people: everybody on the board, by last name, then first name. */
export function PeoplePage() {
  const { data } = useSuspenseQuery(queryFor(listPeople));
  const [name, setName] = useState('');
  const shown = peopleNamed(data.people, name);
  const isAlone = data.people.length <= 1;
  return (
    <Page>
      <PageHead title="People" note={memberCount(data.people.length)} />
      {isAlone && data.can.create ? (
        <EmptyState
          title="Only you so far"
          text="Invite the other members. Until they join they are listed as invited."
          action={<LinkButton href={paths.personCreate()}>New person</LinkButton>}
        />
      ) : (
        <>
          <Filters>
            <SearchField label="Find by name" labelHidden placeholder="Find by name" value={name} onChange={setName} />
          </Filters>
          {shown.length === 0 ? (
            <EmptyState title={`Nobody is called “${name.trim()}”`} text="Check the spelling, or clear the field." />
          ) : (
            <Rows label="People">
              {shown.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </Rows>
          )}
        </>
      )}
    </Page>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const isPending = person.status === 'invited';
  return (
    <PersonLine
      person={{ id: person.id, name: person.name, pictureUrl: person.img_url }}
      pending={isPending}
      end={
        <>
          {person.is_board_admin && <Badge tone="line">Board admin</Badge>}
          {isPending && <Badge tone="caution">Invited</Badge>}
          {person.status === 'inactive' && <Badge>Inactive</Badge>}
        </>
      }
    />
  );
}
