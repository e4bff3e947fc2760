import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './page.module.css';

export const pageTitleId = 'page-title';

/** The main landmark of a screen, at most 1088 px wide. */
export function Page({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles.page} id="main" tabIndex={-1} aria-labelledby={pageTitleId}>
      {children}
    </main>
  );
}

interface PageHeadProps {
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly lede?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, note, lede, actions }: PageHeadProps) {
  return (
    <header className={styles['page-head']}>
      <div>
        <h1 className={styles['page-title']} id={pageTitleId}>
          {title}
        </h1>
        {lede !== undefined && <p className={styles['page-lede']}>{lede}</p>}
      </div>
      {note && <p className={clsx(styles['page-note'], 'end')}>{note}</p>}
      {actions && <div className={styles['page-actions']}>{actions}</div>}
    </header>
  );
}

interface PageToolbarProps {
  readonly crumbs?: ReactNode;
  /** Small screens show only icon buttons, so a menu must repeat the other buttons. */
  readonly children?: ReactNode;
  readonly keepsButtons?: boolean | undefined;
}

export function PageToolbar({ crumbs, children, keepsButtons }: PageToolbarProps) {
  return (
    <div className={styles['page-toolbar']} data-keeps={keepsButtons || undefined}>
      {crumbs}
      {children}
    </div>
  );
}

export function PageEnd({ children }: { readonly children: ReactNode }) {
  return <div className={styles['page-end']}>{children}</div>;
}

interface ColumnsProps {
  readonly children: ReactNode;
  readonly lead?: ReactNode;
  readonly leadAtEdge?: boolean | undefined;
  readonly aside: ReactNode;
  readonly asideLabel?: string | undefined;
  /** The aside is 320 px wide, or 400 px for forms. */
  readonly width?: 'default' | 'wide' | undefined;
  /** Places the parts of the aside side by side when it is below the content. */
  readonly pairsAside?: boolean | undefined;
  /** Adds 32 px of space above. */
  readonly spaced?: boolean | undefined;
}

/** The aside moves below the content in windows under 1200 px. */
export function Columns({
  children,
  lead,
  leadAtEdge = false,
  aside,
  asideLabel,
  width = 'default',
  pairsAside = false,
  spaced = false,
}: ColumnsProps) {
  return (
    <div
      className={clsx(
        styles.columns,
        width === 'wide' && styles['columns-wide-aside'],
        spaced && styles['columns-spaced'],
        lead !== undefined && styles['columns-led'],
        leadAtEdge && styles['columns-edged'],
      )}
    >
      {lead !== undefined && <div className={clsx(styles.stack, styles.lead)}>{lead}</div>}
      <div className={styles.main}>{children}</div>
      <aside className={clsx(styles.stack, pairsAside && styles.pairs)} aria-label={asideLabel}>
        {aside}
      </aside>
    </div>
  );
}
