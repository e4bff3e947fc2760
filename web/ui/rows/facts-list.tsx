import type { ReactNode } from 'react';
import styles from './facts-list.module.css';

export function FactsList({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['facts-list']}>{children}</dl>;
}

interface FactsRowProps {
  readonly term: ReactNode;
  readonly children: ReactNode;
}

export function FactsRow({ term, children }: FactsRowProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
