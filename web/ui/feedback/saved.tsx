import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import styles from './saved.module.css';

/** Said in the top bar where every change is saved when made. */
export function Saved({ children = 'Saved' }: { readonly children?: ReactNode }) {
  return (
    <span className={styles.saved} role="status">
      <Icon of={Check} size="s" />
      {children}
    </span>
  );
}

/** Said in the top bar of a form with changes. On small screens only the dot stays in sight. */
export function Unsaved({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
