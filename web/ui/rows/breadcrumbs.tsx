import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-aria-components';
import { Icon } from '#web/ui/icon.tsx';
import styles from './breadcrumbs.module.css';

interface Crumb {
  readonly label: string;
  readonly href?: string | undefined;
}

export function Breadcrumbs({ items }: { readonly items: readonly Crumb[] }) {
  return (
    <nav data-ui="crumbs" className={styles.crumbs} aria-label="Breadcrumb">
      {items.map((crumb, index) => (
        <Fragment key={`${crumb.href ?? ''}${crumb.label}`}>
          {index > 0 && <Icon of={ChevronRight} />}
          {crumb.href === undefined ? (
            <span aria-current="page">{crumb.label}</span>
          ) : (
            <Link href={crumb.href}>{crumb.label}</Link>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
