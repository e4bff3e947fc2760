import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './saved.module.css';

/** In the top bar where every change is saved when made. It is there empty before, or it would not be announced. */
export function Saved({ isShown = true }: { readonly isShown?: boolean }) {
  return (
    <span className={styles.saved} role="status">
      {isShown && <Icon of={Check} size="s" />}
      {isShown && 'Saved'}
    </span>
  );
}

/** In the top bar of a form; nothing without changes. On small screens only the dot is visible. */
export function Unsaved({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
