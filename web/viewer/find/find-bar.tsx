import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './find-bar.module.css';
import type { Finding } from './use-find.ts';

export function focusAndSelect(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

export function FindBar({ finding, onClose }: { readonly finding: Finding; readonly onClose: () => void }) {
  return (
    <search className={styles.bar} aria-label="Search in document">
      <Icon of={Search} size="s" />
      <input
        ref={focusAndSelect}
        className={styles.field}
        aria-label="Search in document"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        value={finding.words}
        onChange={(event) => finding.search(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          } else if (event.key === 'Enter') {
            event.preventDefault();
            finding.go(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <span className={styles.count} role="status">
        {finding.line}
      </span>
      <IconButton
        icon={ChevronUp}
        aria-label="Previous result"
        isDisabled={finding.total === 0}
        onPress={() => finding.go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        aria-label="Next result"
        isDisabled={finding.total === 0}
        onPress={() => finding.go(1)}
      />
      <IconButton icon={X} aria-label="Close search" onPress={onClose} />
    </search>
  );
}
