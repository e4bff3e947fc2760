import type { ReactNode } from 'react';
import { useStart } from '#web/api/start.ts';
import { Mark } from '#web/ui/brand/mark.tsx';
import { pageTitleId } from '#web/ui/page.tsx';
import styles from './plain-words.module.css';

/** A page of text that anybody may read. */
export function PlainWords({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { settings } = useStart();
  return (
    <main className={styles.words} id="main" tabIndex={-1} aria-labelledby={pageTitleId}>
      <p className={styles.brand}>
        <Mark />
        {settings.app_name}
      </p>
      <h1 className={styles.title} id={pageTitleId}>
        {title}
      </h1>
      {children}
    </main>
  );
}
