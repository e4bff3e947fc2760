import { type MouseEventHandler, memo } from 'react';
import type { ListedPerson } from '#contract/people.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
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
