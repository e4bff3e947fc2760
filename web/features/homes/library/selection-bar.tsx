import { Eye, EyeOff, FolderInput, Trash2, X } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './place.module.css';
import type { NamedItem } from './use-library-acts.ts';

interface SelectionBarProps {
  readonly items: readonly NamedItem[];
  readonly onMove: () => void;
  readonly onHide: (hidden: boolean) => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with all rows that are selected. */
export function SelectionBar({ items, onMove, onHide, onDelete, onClear }: SelectionBarProps) {
  const areHidden = items.every((item) => item.hidden);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected">
      <span>{items.length} selected</span>
      <Button size="s" variant="quiet" icon={FolderInput} onPress={onMove}>
        Move
      </Button>
      <Button size="s" variant="quiet" icon={areHidden ? Eye : EyeOff} onPress={() => onHide(!areHidden)}>
        {areHidden ? 'Show' : 'Hide'}
      </Button>
      <Button size="s" variant="danger" icon={Trash2} onPress={onDelete}>
        Delete
      </Button>
      <IconButton icon={X} size="s" aria-label="Select nothing" onPress={onClear} />
    </div>
  );
}
