import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Avatar, type AvatarSize, type PicturedPerson } from './avatar.tsx';
import styles from './person-line.module.css';

interface PersonLineProps {
  readonly person: PicturedPerson;
  readonly meta?: ReactNode;
  readonly href?: string | undefined;
  readonly size?: AvatarSize | undefined;
  readonly pending?: boolean | undefined;
  readonly end?: ReactNode;
}

export function PersonLine({ person, meta, href, size, pending, end }: PersonLineProps) {
  return (
    <div className={styles['person-row']}>
      <Avatar {...person} size={size} pending={pending} />
      <span className={styles['person-row-text']}>
        <span className={styles['person-row-name']}>
          {href === undefined ? (
            person.name
          ) : (
            <Link href={href} className={styles['person-row-link'] ?? ''}>
              {person.name}
            </Link>
          )}
        </span>
        {meta !== undefined && <span className={styles['person-row-meta']}>{meta}</span>}
      </span>
      {end !== undefined && <span className="end">{end}</span>}
    </div>
  );
}
