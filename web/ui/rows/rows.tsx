import { Children, isValidElement, type ReactNode } from 'react';
import { Link } from 'react-aria-components';
import styles from './rows.module.css';

export function Rows({ children, label }: { readonly children: ReactNode; readonly label?: string | undefined }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {Children.toArray(children).map((child) => (
        <li key={isValidElement(child) ? child.key : String(child)}>{child}</li>
      ))}
    </ul>
  );
}

interface BriefProps {
  readonly title: ReactNode;
  readonly href?: string | undefined;
  readonly meta?: ReactNode;
}

export function CompactRow({ title, href, meta }: BriefProps) {
  return (
    <div className={styles.brief}>
      <p className={styles['brief-title']}>{href === undefined ? title : <Link href={href}>{title}</Link>}</p>
      {meta !== undefined && <p className="meta">{meta}</p>}
    </div>
  );
}
