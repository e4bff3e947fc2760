import type { ReactNode } from 'react';
import styles from './table.module.css';

export function TableWrap({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles['table-wrap']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
