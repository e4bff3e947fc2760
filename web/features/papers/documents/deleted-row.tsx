import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import styles from './deleted-row.module.css';

interface DeletedRowProps {
  readonly glyph: ReactNode;
  readonly name: string;
  /** Where it stood, if there is more to say than the place that is shown. */
  readonly stoodIn: string | null;
  readonly at: string;
  readonly by: string | null;
  readonly isPending: boolean;
  readonly onRestore: () => void;
}

/** One thing that was deleted, among others that can be brought back. */
export function DeletedRow({ glyph, name, stoodIn, at, by, isPending, onRestore }: DeletedRowProps) {
  const when = `deleted on ${formatDate(at, useTimeZone())}${by === null ? '' : ` by ${by}`}`;
  return (
    <li className={styles.row}>
      {glyph}
      <span className={styles.words}>
        <span>{name}</span>
        <span className="meta">{[...(stoodIn === null ? [] : [stoodIn]), when].join(', ')}</span>
      </span>
      <Button size="s" icon={RotateCcw} aria-label={`Restore ${name}`} isPending={isPending} onPress={onRestore}>
        Restore
      </Button>
    </li>
  );
}
