import { agendaPurposeLabels, durationText } from '#domain/agenda.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { useTimeZone } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Cluster } from '#web/ui/layout.tsx';
import type { ItemConflict } from './agenda-draft.ts';
import styles from './agenda-editor.module.css';

interface AgendaConflictNoticeProps {
  readonly conflict: ItemConflict;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

export function AgendaConflictNotice({ conflict, onKeep, onTake }: AgendaConflictNoticeProps) {
  const timeZone = useTimeZone();
  const isRemoved = conflict.field === 'item';
  return (
    <div className={styles.conflict} data-conflict="">
      <Notice tone="caution" role="alert">
        <strong>{conflict.by || 'Somebody'}</strong> {deedWords(conflict)} on{' '}
        {formatDocumentTime(conflict.at, timeZone)}
        {endWords(conflict)}
      </Notice>
      <Cluster>
        <Button size="s" onPress={onKeep}>
          {isRemoved ? 'Remove anyway' : 'Keep mine'}
        </Button>
        <Button size="s" onPress={onTake}>
          {isRemoved ? 'Keep the item' : 'Use theirs'}
        </Button>
      </Cluster>
    </div>
  );
}

function deedWords({ field, document }: ItemConflict): string {
  if (field !== 'item') return `changed the ${field}`;
  return document ? `added “${document}”` : 'changed this item';
}

function endWords(conflict: ItemConflict): string {
  if (conflict.field !== 'item') {
    const theirs = wordsOf(conflict);
    return theirs === '' ? ': it is now empty.' : `: “${theirs}”`;
  }
  if (conflict.document) return '. You had removed this item. It was restored in its current form.';
  return '. You had removed it. It was restored in its current form.';
}

function wordsOf({ field, theirs }: ItemConflict): string {
  if (field === 'item') return '';
  if (field === 'purpose') return theirs.purpose === null ? '' : agendaPurposeLabels[theirs.purpose];
  if (field === 'minutes') return theirs.minutes === null ? '' : durationText(theirs.minutes);
  return theirs[field];
}
