import { ChevronLeft, ChevronRight } from 'lucide-react';
import { sitePageSize } from '../../../contract/site.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Cluster } from '../../ui/layout.tsx';
import styles from './site.module.css';

interface PagerProps {
  readonly page: number;
  /** Of all pages together. */
  readonly found: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, found, onPage }: PagerProps) {
  const pages = Math.ceil(found / sitePageSize);
  if (pages <= 1 && page === 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className="meta">
        Page {page} of {Math.max(pages, 1)}
      </span>
      <Cluster>
        <IconButton
          icon={ChevronLeft}
          size="s"
          aria-label="Previous page"
          isDisabled={page <= 1}
          onPress={() => onPage(page - 1)}
        />
        <IconButton
          icon={ChevronRight}
          size="s"
          aria-label="Next page"
          isDisabled={page >= pages}
          onPress={() => onPage(page + 1)}
        />
      </Cluster>
    </nav>
  );
}
