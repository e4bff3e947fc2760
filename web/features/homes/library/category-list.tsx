import { Link } from 'react-aria-components';
import type { Category } from '#contract/library.ts';
import { folderCountText } from '#domain/folders.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/rows/badge.tsx';
import styles from './library.module.css';

/** Title, leader, count: as in a book. */
export function CategoryList({ categories }: { readonly categories: readonly Category[] }) {
  return (
    <ul className={styles.contents}>
      {categories.map(({ id, name, description, hidden, counts }) => (
        <li key={id}>
          <Link className={styles['contents-row'] ?? ''} href={paths.libraryCategory(id)}>
            <span className={styles['contents-title']}>
              {name} {hidden && <Badge>Hidden</Badge>}
            </span>
            <span className={styles['contents-leader']} aria-hidden="true" />
            <span className={styles['contents-count']}>{folderCountText(counts)}</span>
            {description !== '' && <span className={styles['contents-text']}>{description}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
