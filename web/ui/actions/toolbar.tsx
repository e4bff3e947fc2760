import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components';
import styles from './toolbar.module.css';

export function Toolbar({ children, ...rest }: { readonly 'aria-label': string; readonly children: ReactNode }) {
  return (
    <AriaToolbar {...rest} className={styles.toolbar ?? ''}>
      {children}
    </AriaToolbar>
  );
}

export function ToolbarDivider() {
  return <span className={styles.divider} aria-hidden="true" />;
}
