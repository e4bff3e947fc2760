import type { CSSProperties, ReactNode } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { Wordmark } from '#web/ui/brand/wordmark.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import { LogInLink } from './log-in-link.tsx';
import styles from './magic-frame.module.css';

interface MagicFrameProps {
  /** Null while it is not known whose board it is. */
  readonly board: BoardFace | null;
  readonly children: ReactNode;
}

/** What surrounds a shared page in the place of the shell: whose it is, and the way in. No menu, no search. */
export function MagicFrame({ board, children }: MagicFrameProps) {
  const colour = board === null ? undefined : ({ '--board': board.primary_color } as CSSProperties);
  return (
    <div className={board === null ? undefined : 'board-scope'} style={colour}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className={styles.bar}>
        {board !== null && <BoardMark title={board.title} logoUrl={board.logo_url} />}
        <span className={styles.title}>{board?.title}</span>
        <LogInLink size="s" />
      </header>
      {children}
      <footer className={styles.foot}>
        <Wordmark height={20} />
      </footer>
    </div>
  );
}
