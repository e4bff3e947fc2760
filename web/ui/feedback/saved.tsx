import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './saved.module.css';

/** Render with `isShown={false}` first, so that screen readers announce the text. */
export function Saved({ isShown = true }: { readonly isShown?: boolean }) {
  return (
    <span className={styles.saved} role="status">
      {isShown && <Icon of={Check} size="s" />}
      {isShown && 'Saved'}
    </span>
  );
}

export function Unsaved({ children }: { readonly children: ReactNode }) {
  return (
    <span className={styles.unsaved} role="status">
      {children}
    </span>
  );
}
