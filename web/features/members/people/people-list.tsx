import { type MouseEventHandler, memo, useMemo, useState } from 'react';
import type { ListedPerson } from '#contract/people.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import { type DataColumn, DataTable } from '#web/ui/rows/data-table.tsx';
import styles from './people.module.css';
import { PersonBadges } from './person-badges.tsx';

interface PeopleProps {
  readonly people: readonly ListedPerson[];
}

/** Plain links, because hundreds of React Aria links take a second to render. */
export function PeopleCards({ people }: PeopleProps) {
  const follow = useFollowLink();
  return (
    <ul className={styles.grid} aria-label="People">
      {people.map((person) => (
        <PersonCard key={person.id} person={person} onClick={follow} />
      ))}
    </ul>
  );
}

interface PersonCardProps {
  readonly person: ListedPerson;
  readonly onClick: MouseEventHandler<HTMLAnchorElement>;
}

const PersonCard = memo(function PersonCard({ person, onClick }: PersonCardProps) {
  return (
    <li>
      <a className={styles.card} href={paths.person(person.slug)} onClick={onClick}>
        <Avatar
          size="l"
          id={person.id}
          name={person.name}
          pictureUrl={person.img_url}
          pending={person.status === 'invited'}
        />
        <span className={styles.words}>
          <span className={styles.name}>{person.name}</span>
          {person.office !== null && <span className={styles.role}>{person.office}</span>}
          <PersonBadges person={person} />
        </span>
      </a>
    </li>
  );
});

export function PeopleTable({ people }: PeopleProps) {
  const [isDescending, setDescending] = useState(false);
  const follow = useFollowLink();
  const columns = useMemo(() => columnsWith(follow), [follow]);
  return (
    <div className={styles.table}>
      <DataTable
        label="People"
        height="two"
        columns={columns}
        rows={isDescending ? people.toReversed() : people}
        keyOf={(person) => person.id}
        sort={{ column: 'name', isDescending }}
        onSort={(sort) => setDescending(sort.isDescending)}
      />
    </div>
  );
}

const columnsWith = (follow: MouseEventHandler<HTMLAnchorElement>): readonly DataColumn<ListedPerson>[] => [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: (person) => (
      <span className={styles.person}>
        <Avatar id={person.id} name={person.name} pictureUrl={person.img_url} pending={person.status === 'invited'} />
        <span className={styles.words}>
          <a className={styles.name} href={paths.person(person.slug)} onClick={follow}>
            {person.name}
          </a>
          {person.office !== null && <span className={`${styles.role} only-small`}>{person.office}</span>}
        </span>
      </span>
    ),
  },
  {
    id: 'position',
    header: 'Position',
    wideOnly: true,
    cell: (person) => <span className={styles.office}>{person.office}</span>,
  },
  { id: 'groups', header: 'Groups', wideOnly: true, cell: (person) => <PersonBadges person={person} /> },
  {
    id: 'email',
    header: 'Email',
    wideOnly: true,
    cell: ({ email }) =>
      email !== null && (
        <a className={`link ${styles.email}`} href={`mailto:${email}`}>
          {email}
        </a>
      ),
  },
];
