import { useEffect, useState } from 'react';
import type { MinutesSection } from '#contract/meeting-minutes.ts';
import { formatTime } from '#domain/dates.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { isEmptyRichText, type RichText } from '#domain/rich-text.ts';
import { useTimeZone } from '#web/api/start.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ChangedNotes } from './changed-notes.tsx';
import styles from './minutes.module.css';
import { minutesTexts, sectionName } from './minutes-labels.ts';
import type { NotesConflict, NotesWriter } from './notes-writer.ts';
import type { NotesField } from './use-notes-writers.ts';

export function ReadNotes({ section }: { readonly section: Pick<MinutesSection, 'notes' | 'circulated_notes'> }) {
  const { notes, circulated_notes: before } = section;
  if (before !== null) return <ChangedNotes before={before} after={notes} />;
  return isEmptyRichText(notes) ? null : <RichTextView text={notes} />;
}

interface WritableNotesProps {
  readonly section: MinutesSection;
  readonly writer: NotesWriter;
  readonly Field: NotesField;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
}

export function WritableNotes({ section, writer, Field, isEditing, onEdit }: WritableNotesProps) {
  const { notes, edition, isUnsaved, conflict } = useStore(writer.written);
  useEffect(() => writer.adopt(section), [writer, section]);
  if (conflict !== null)
    return <Conflict section={section} mine={notes} conflict={conflict} writer={writer} Field={Field} />;
  const label = `Notes on ${sectionName(section)}`;
  if (isEditing) {
    return (
      <div className={styles.notes}>
        <Field
          key={edition}
          label={label}
          labelHidden
          isInline
          autoFocus
          value={notes}
          onChange={(typed) => writer.type(typed)}
        />
      </div>
    );
  }
  const shown = isUnsaved ? { notes, circulated_notes: null } : section;
  if (isEmptyRichText(notes) && shown.circulated_notes === null) {
    return (
      <div className={styles.notes}>
        <Button size="s" onPress={onEdit} aria-label={`${minutesTexts.write} on ${sectionName(section)}`}>
          {minutesTexts.write}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['notes-box']}>
      <ReadNotes section={shown} />
      <Button
        size="s"
        variant="quiet"
        onPress={onEdit}
        aria-label={`${minutesTexts.edit} notes on ${sectionName(section)}`}
      >
        {minutesTexts.edit}
      </Button>
    </div>
  );
}

interface ConflictProps {
  readonly section: MinutesSection;
  readonly mine: RichText;
  readonly conflict: NotesConflict;
  readonly writer: NotesWriter;
  readonly Field: NotesField;
}

function Conflict({ section, mine, conflict, writer, Field }: ConflictProps) {
  const timeZone = useTimeZone();
  const [isMerging, setMerging] = useState(false);
  const { theirs, by, at } = conflict;
  const both: RichText = { type: 'doc', content: [...theirs.content, ...mine.content] };
  const [merged, setMerged] = useState(both);
  return (
    <section className={styles.conflict} aria-label={`Two versions of ${sectionName(section)}`}>
      <Notice tone="caution" isNews>
        {minutesMessages.changedMeanwhile}
      </Notice>
      <div className={styles['conflict-texts']}>
        <div>
          <h3 className={styles['conflict-title']}>Yours, not saved</h3>
          <RichTextView text={mine} />
        </div>
        <div>
          <h3 className={styles['conflict-title']}>
            {by}, saved at {formatTime(at, timeZone)}
          </h3>
          <RichTextView text={theirs} />
        </div>
      </div>
      {isMerging ? (
        <>
          <Field label="Both texts" isInline autoFocus value={both} onChange={setMerged} />
          <div className={styles['conflict-tools']}>
            <Button variant="primary" onPress={() => writer.settle(merged)}>
              Save this text
            </Button>
            <Button onPress={() => setMerging(false)}>Back</Button>
          </div>
        </>
      ) : (
        <div className={styles['conflict-tools']}>
          <Button onPress={() => writer.settle(mine)}>Keep mine</Button>
          <Button onPress={() => writer.settle(theirs)}>Keep theirs</Button>
          <Button onPress={() => setMerging(true)}>Combine both</Button>
        </div>
      )}
    </section>
  );
}
