import { clsx } from 'clsx';
import { useState } from 'react';
import { personInitials } from '#domain/identity.ts';
import styles from './avatar.module.css';

export type AvatarTone = 1 | 2 | 3 | 4 | 5 | 6;

export function avatarTone(id: string | number): AvatarTone {
  return ((numberOf(id) % 6) + 1) as AvatarTone;
}

function numberOf(id: string | number): number {
  if (typeof id === 'number') return Math.abs(Math.trunc(id));
  if (/^\d{1,15}$/.test(id)) return Number(id);
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

export interface PicturedPerson {
  readonly id: string | number;
  readonly name: string;
  readonly pictureUrl?: string | null | undefined;
}

/** Pixels: 28, 36, 44, 56, 96. */
export type AvatarSize = 's' | 'row' | 'm' | 'l' | 'xl';

export interface AvatarProps extends PicturedPerson {
  readonly size?: AvatarSize | undefined;
  readonly pending?: boolean | undefined;
  readonly labelled?: boolean | undefined;
}

export function Avatar({ id, name, pictureUrl, size = 'row', pending = false, labelled = false }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  const hasPicture = pictureUrl != null && pictureUrl !== '' && pictureUrl !== failedUrl;
  return (
    <span
      data-ui="avatar"
      className={clsx(styles.avatar, size !== 'row' && styles[`avatar-${size}`], pending && styles['avatar-pending'])}
      data-tone={avatarTone(id)}
      {...(labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {hasPicture ? <img src={pictureUrl} alt="" onError={() => setFailedUrl(pictureUrl)} /> : personInitials(name)}
    </span>
  );
}

const stackedMax = 5;

export function AvatarStack({ people }: { readonly people: readonly PicturedPerson[] }) {
  const hidden = people.length - stackedMax;
  return (
    <span className={styles['avatar-stack']} role="img" aria-label={people.map((person) => person.name).join(', ')}>
      {people.slice(0, stackedMax).map((person) => (
        <Avatar key={person.id} {...person} />
      ))}
      {hidden > 0 && (
        <span className={clsx(styles.avatar, styles['avatar-more'])} aria-hidden="true">
          +{hidden}
        </span>
      )}
    </span>
  );
}
