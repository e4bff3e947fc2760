import type { ReactNode } from 'react';
import styles from './facts-list.module.css';

interface FactsListProps {
  readonly children: ReactNode;
  readonly isStacked?: boolean | undefined;
}

export function FactsList({ children, isStacked = false }: FactsListProps) {
  return <dl className={styles[isStacked ? 'stacked' : 'facts-list']}>{children}</dl>;
}

export function FactsRow({ term, children }: { readonly term: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
