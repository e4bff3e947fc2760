import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconType } from './icon.tsx';
import styles from './layout.module.css';

interface ChildrenProps {
  readonly children: ReactNode;
}

interface StackProps extends ChildrenProps {
  /** Pixels: 12, 24, 32, 40. */
  readonly gap?: 's' | 'm' | 'l' | 'xl' | undefined;
}

export function Stack({ gap = 'm', children }: StackProps) {
  return <div className={clsx(styles.stack, gap !== 'xl' && styles[`stack-${gap}`])}>{children}</div>;
}

export function Cluster({ children }: ChildrenProps) {
  return <div className={styles.cluster}>{children}</div>;
}

export function Spread({ children }: ChildrenProps) {
  return <div className={styles.spread}>{children}</div>;
}

export function Filters({ children }: ChildrenProps) {
  return <search className={styles.filters}>{children}</search>;
}

interface CardProps extends ChildrenProps {
  readonly padded?: boolean | undefined;
  readonly label?: string | undefined;
}

export function Card({ padded = true, label, children }: CardProps) {
  const classes = clsx(styles.card, padded && styles['card-body']);
  return label === undefined ? (
    <div className={classes}>{children}</div>
  ) : (
    <section className={classes} aria-label={label}>
      {children}
    </section>
  );
}

export function Facts({ children }: ChildrenProps) {
  return (
    <div data-ui="facts" className={styles.facts}>
      {children}
    </div>
  );
}

export function Fact({ icon, children }: ChildrenProps & { readonly icon: IconType }) {
  return (
    <span data-ui="fact" className={styles.fact}>
      <Icon of={icon} />
      <span>{children}</span>
    </span>
  );
}
