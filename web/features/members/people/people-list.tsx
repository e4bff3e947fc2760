import { ArrowDown, ArrowUp } from 'lucide-react';
import { type MouseEventHandler, memo, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ListedPerson } from '#contract/people.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import styles from './people.module.css';
import { PersonBadges } from './person-badges.tsx';

/** Plain links: of hundreds, what a link of the kit brings along costs a second. */
export function PeopleCards({ people }: { readonly people: readonly ListedPerson[] }) {
  const follow = useFollowLink();
  return (
    <ul className={styles.grid} aria-label="People">
      {people.map((person) => (
        <PersonCard key={person.id} person={person} onClick={follow} />
      ))}
    </ul>
  );
}

interface PersonLinkProps {
  readonly person: ListedPerson;
  readonly onClick: MouseEventHandler<HTMLAnchorElement>;
}

/** Remembered, so that narrowing a long list down draws none of the cards that stay again. */
const PersonCard = memo(function PersonCard({ person, onClick }: PersonLinkProps) {
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

/** The directory as a table. A plain one: it is read and followed, not chosen from, and it may be long. */
export function PeopleTable({ people }: { readonly people: readonly ListedPerson[] }) {
  const [isReversed, setReversed] = useState(false);
  const shown = isReversed ? people.toReversed() : people;
  const follow = useFollowLink();
  return (
    <table className={styles.table} aria-label="People">
      <thead>
        <tr>
          <th scope="col" aria-sort={isReversed ? 'descending' : 'ascending'}>
            <Button className={styles.sort ?? ''} onPress={() => setReversed(!isReversed)}>
              Name
              <Icon of={isReversed ? ArrowDown : ArrowUp} size="s" />
            </Button>
          </th>
          <th scope="col" className={styles.office}>
            Position
          </th>
          <th scope="col" className={styles.standing}>
            Groups
          </th>
          <th scope="col" className={styles.email}>
            Email
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((person) => (
          <PersonRow key={person.id} person={person} onClick={follow} />
        ))}
      </tbody>
    </table>
  );
}

interface PersonRowProps {
  readonly person: ListedPerson;
  readonly onClick: MouseEventHandler<HTMLAnchorElement>;
}

const PersonRow = memo(function PersonRow({ person, onClick }: PersonRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
          <Avatar id={person.id} name={person.name} pictureUrl={person.img_url} pending={person.status === 'invited'} />
          <span className={styles.words}>
            <a className={styles.name} href={paths.person(person.slug)} onClick={onClick}>
              {person.name}
            </a>
            {person.office !== null && <span className={styles['role-below']}>{person.office}</span>}
          </span>
        </span>
      </th>
      <td className={styles.office}>{person.office}</td>
      <td className={styles.standing}>
        <PersonBadges person={person} />
      </td>
      <td className={styles.email}>
        {person.email !== null && (
          <a className="link" href={`mailto:${person.email}`}>
            {person.email}
          </a>
        )}
      </td>
    </tr>
  );
});
