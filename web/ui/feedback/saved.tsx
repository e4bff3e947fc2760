import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './saved.module.css';

/** Said in the top bar where every change is saved when made. It stands there empty before, or it would not be heard. */
export function Saved({ isShown = true }: { readonly isShown?: boolean }) {
  return (
    <span className={styles.saved} role="status">
      {isShown && <Icon of={Check} size="s" />}
      {isShown && 'Saved'}
    </span>
  );
}

/** Said in the top bar of a form with changes; nothing while there are none. On small screens only the dot stays in sight. */
export function Unsaved({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
