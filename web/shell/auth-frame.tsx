import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, useId } from 'react';
import type { BoardFace } from '#contract/start.ts';
import { useStart } from '#web/api/start.ts';
import { Mark, Wordmark } from '#web/ui/brand/mark.tsx';
import { BoardMark } from '#web/ui/identity/board-mark.tsx';
import styles from './auth-frame.module.css';

interface AuthFrameProps {
  /** If null, the page shows the product's name and logo. */
  readonly board: BoardFace | null;
  readonly title: string;
  readonly lede?: ReactNode;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

export function AuthFrame(props: AuthFrameProps) {
  return <AuthCard {...props} appName={useStart().settings.app_name} />;
}

export function AuthCard(props: AuthFrameProps & { readonly appName: string }) {
  const { board, title, lede, wide = false, children, appName } = props;
  const titleId = useId();
  return (
    <main
      className={clsx(styles.auth, 'screen-wide', board && 'board-scope')}
      style={colourOf(board)}
      id="main"
      tabIndex={-1}
      aria-labelledby={titleId}
    >
      <div className={styles['auth-seats']} aria-hidden="true" />
      <section className={clsx(styles['auth-card'], wide && styles['auth-card-wide'])} aria-labelledby={titleId}>
        <header className={styles['auth-board']}>
          {board ? <BoardMark size="l" title={board.title} logoUrl={board.logo_url} /> : <Mark size="l" />}
          <p className={styles['auth-board-title']}>{board?.title ?? appName}</p>
        </header>
        <h1 className={styles['auth-title']} id={titleId}>
          {title}
        </h1>
        {lede !== undefined && <p className={styles['auth-lede']}>{lede}</p>}
        {children}
      </section>
      <footer className={styles['auth-foot']}>
        <span className="wordmark">
          <Wordmark height={20} />
        </span>
      </footer>
    </main>
  );
}

function colourOf(board: BoardFace | null): CSSProperties | undefined {
  return board === null ? undefined : ({ '--board': board.primary_color } as CSSProperties);
}

export function AuthActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['auth-actions']}>{children}</div>;
}

export function AuthForm({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <form
      className={styles['auth-form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
