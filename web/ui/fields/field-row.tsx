import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './field.module.css';

/** Fields side by side for as long as each has room: 8 rem, or 15 when `wide`. */
export function FieldRow({
  wide = false,
  children,
}: {
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return <div className={clsx(styles['field-row'], wide && styles['field-row-wide'])}>{children}</div>;
}

/** Fields below one another. */
export function FormSection({ children }: { readonly children: ReactNode }) {
  return <div className={styles['form-section']}>{children}</div>;
}
