import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { Avatar } from '#web/ui/identity/avatar.tsx';
import styles from './comment.module.css';

export const CommentList = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <ul className={styles.comments} aria-label={label}>
    {children}
  </ul>
);

interface CommentProps {
  readonly author: { readonly member_id: string; readonly name: string; readonly img_url: string | null } | null;
  readonly name: string;
  readonly at: string;
  readonly when: string;
  readonly about?: string | null;
  readonly text: string;
  readonly settled?: string | null;
  readonly children?: ReactNode;
}

export function Comment({ author, name, at, when, about = null, text, settled = null, children }: CommentProps) {
  return (
    <li className={styles.comment}>
      <p className={styles['comment-head']}>
        {author !== null && <Avatar size="s" id={author.member_id} name={author.name} pictureUrl={author.img_url} />}
        <strong>{name}</strong>
        <time className="meta end" dateTime={at}>
          {when}
        </time>
      </p>
      {about !== null && <p className="meta">{about}</p>}
      <p className={styles['comment-text']}>{text}</p>
      {settled !== null && (
        <p className={styles['comment-settled']}>
          <Icon of={Check} size="s" />
          {settled}
        </p>
      )}
      {children}
    </li>
  );
}

export const CommentTools = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['comment-tools']}>{children}</div>
);
