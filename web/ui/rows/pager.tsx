import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import styles from './pager.module.css';

export interface PagerProps {
  readonly page: number;
  readonly found: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, found, size, onPage }: PagerProps) {
  const pages = Math.ceil(found / size);
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
