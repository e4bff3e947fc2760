import { type ReactNode, useEffect, useState } from 'react';
import type { MinutesSection } from '#contract/meeting-minutes.ts';
import { formatTime } from '#domain/dates.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { isEmptyRichText, type RichBlock, type RichText, richTextToPlainText } from '#domain/rich-text.ts';
import { changesOf, wordChanges } from '#domain/word-changes.ts';
import { useTimeZone } from '#web/api/start.ts';
import { RichTextView } from '#web/features/homes/announcements/rich-text-view.tsx';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
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

export function ChangedNotes({ before, after }: { readonly before: RichText; readonly after: RichText }) {
  // The text does not change while shown, so indexes can be keys.
  return <div className={styles.changed}>{pieces(before, after).map((piece, nth) => shown(piece, nth))}</div>;
}

type Piece =
  | { readonly kind: 'same'; readonly block: RichBlock }
  | { readonly kind: 'changed'; readonly out: string; readonly in: string };

function pieces(before: RichText, after: RichText): readonly Piece[] {
  const blocks = new Map([...before.content, ...after.content].map((block) => [JSON.stringify(block), block]));
  const keysOf = (text: RichText): readonly string[] => text.content.map((block) => JSON.stringify(block));
  const found: Piece[] = [];
  for (const { kind, item } of changesOf(keysOf(before), keysOf(after))) {
    const block = blocks.get(item);
    if (block === undefined) continue;
    if (kind === 'same') {
      found.push({ kind, block });
      continue;
    }
    const words = richTextToPlainText({ type: 'doc', content: [block] });
    const last = found.at(-1);
    const open = last?.kind === 'changed' ? last : { kind: 'changed' as const, out: '', in: '' };
    if (last?.kind === 'changed') found.pop();
    const joined = (text: string): string => (text === '' ? words : `${text}\n${words}`);
    found.push(kind === 'out' ? { ...open, out: joined(open.out) } : { ...open, in: joined(open.in) });
  }
  return found;
}

function shown(piece: Piece, key: number): ReactNode {
  if (piece.kind === 'same') return <RichTextView key={key} text={{ type: 'doc', content: [piece.block] }} />;
  return (
    <p key={key} className={styles['changed-words']}>
      {wordChanges(piece.out, piece.in).map(({ kind, text }, nth) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        if (kind === 'same') return <span key={nth}>{text}</span>;
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        return kind === 'in' ? <ins key={nth}>{text}</ins> : <del key={nth}>{text}</del>;
      })}
    </p>
  );
}
