import { useQuery } from '@tanstack/react-query';
import { Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Minutes } from '#contract/meeting-minutes.ts';
import { isWithheld } from '#domain/meeting-minutes.ts';
import { type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { pageBoard } from '#web/api/call.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton, CopyStatus, useCopying } from '#web/ui/actions/copy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import styles from './minutes.module.css';
import { minutesTexts, sectionName } from './minutes-labels.ts';

/** Milliseconds between reads of the store, to which other windows also write. */
const readEveryMs = 3_000;

export function LeftNotes({ minutes }: { readonly minutes: Minutes }) {
  const boardId = pageBoard();
  const { data, refetch } = useQuery({
    queryKey: ['leftNotes', boardId, minutes.meeting.id],
    queryFn: () => readLeft(boardId, minutes.meeting.id),
    refetchInterval: readEveryMs,
    gcTime: 0,
    structuralSharing: false,
  });
  if (data === undefined || data.length === 0) return null;
  const isFinal = minutes.state === 'approved';
  return (
    <section className={styles.banner} aria-label="Text that is not in these minutes">
      <Notice tone="caution" isNews>
        {isFinal ? minutesTexts.leftText : minutesTexts.leftUntilDecided}
      </Notice>
      {data.map(({ sectionId, notes, discard }) => (
        <LeftSection
          key={sectionId}
          name={nameOf(minutes, sectionId)}
          notes={notes}
          onDiscard={isFinal ? () => discard().then(() => refetch()) : null}
        />
      ))}
    </section>
  );
}

interface LeftSectionProps {
  readonly name: string;
  readonly notes: RichText;
  readonly onDiscard: (() => Promise<unknown>) | null;
}

function LeftSection({ name, notes, onDiscard }: LeftSectionProps) {
  const shown = useRef<HTMLDivElement>(null);
  const copying = useCopying(richTextToPlainText(notes), shown);
  const [isAsking, setAsking] = useState(false);
  const discard = async (): Promise<void> => {
    setAsking(false);
    try {
      await onDiscard?.();
    } catch (cause) {
      console.warn('Unsent changes on this device could not be deleted', cause);
      showToast(minutesTexts.notDiscarded, { icon: TriangleAlert });
    }
  };
  return (
    <section className={styles.conflict} aria-label={minutesTexts.leftOn(name)}>
      <h2 className={styles['conflict-title']}>{minutesTexts.leftOn(name)}</h2>
      <div ref={shown}>
        <RichTextView text={notes} />
      </div>
      <div className={styles['conflict-tools']}>
        <CopyButton size="s" copying={copying} />
        {onDiscard !== null && (
          <Button size="s" icon={Trash2} onPress={() => setAsking(true)}>
            {minutesTexts.discard}
          </Button>
        )}
        <CopyStatus copying={copying} what="text" />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard these notes?"
        confirmLabel={minutesTexts.discard}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void discard()}
      >
        They are only on this device and cannot be restored.
      </ConfirmDialog>
    </section>
  );
}

function nameOf({ sections }: Minutes, sectionId: string): string {
  const found = sections.find(({ id }) => id === sectionId);
  return found === undefined || isWithheld(found) ? minutesTexts.leftItem : sectionName(found);
}

/** Returns an empty list if the browser cannot store data. */
async function readLeft(boardId: string | null, meetingId: string) {
  if (boardId === null) return [];
  try {
    const { leftNotes } = await import('./unsent-notes.ts');
    return await leftNotes({ boardId, meetingId });
  } catch (cause) {
    console.warn('Unsent minutes cannot be read on this device', cause);
    return [];
  }
}
