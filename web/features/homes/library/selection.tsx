import { Eye, EyeOff, FolderInput, Trash2, X } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './section.module.css';
import type { NamedItem } from './use-library-acts.ts';

interface SelectionBarProps {
  readonly items: readonly NamedItem[];
  readonly onMove: () => void;
  readonly onHide: (hidden: boolean) => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

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
      <IconButton icon={X} size="s" aria-label="Clear selection" onPress={onClear} />
    </div>
  );
}

export interface Selection<K extends string> {
  readonly keys: ReadonlySet<K>;
  readonly last: K | null;
}

export const nothingSelected = { keys: new Set<never>(), last: null } as const;

export function choose<K extends string>(
  selection: Selection<K>,
  { key, order, range }: { readonly key: K; readonly order: readonly K[]; readonly range: boolean },
): Selection<K> {
  const from = selection.last === null ? -1 : order.indexOf(selection.last);
  const to = order.indexOf(key);
  if (range && from !== -1 && to !== -1) {
    const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { keys: new Set([...selection.keys, ...between]), last: key };
  }
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, last: key };
}

export function selectedAmong<K extends string>(selection: Selection<K>, order: readonly K[]): readonly K[] {
  return order.filter((key) => selection.keys.has(key));
}
