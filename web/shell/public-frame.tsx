import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import { Wordmark } from '#web/ui/brand/mark.tsx';
import styles from './public-frame.module.css';

interface PublicFrameProps {
  readonly mark: ReactNode;
  readonly title: string | undefined;
  readonly link: ReactNode;
  readonly boardColor?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function PublicFrame({ mark, title, link, boardColor, className, children }: PublicFrameProps) {
  return (
    <div
      className={clsx('screen-wide', boardColor !== undefined && 'board-scope', className)}
      style={{ '--board': boardColor } as CSSProperties}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className={styles.bar}>
        {mark}
        <span className={styles.title}>{title}</span>
        {link}
      </header>
      {children}
      <footer className={styles.foot}>
        <Wordmark height={20} />
      </footer>
    </div>
  );
}
