import { useState } from 'react';
import type { Document } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getReading } from '#contract/reading.ts';
import { formatListDate } from '#domain/dates.ts';
import { revisionMessages } from '#domain/messages/annotations.ts';
import { useTimeZone } from '#web/api/start.ts';
import { CompareVersions, useComparison, withPictures } from '#web/features/papers/documents/compare-versions.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ReadBefore } from '#web/viewer/types.ts';

type Reading = AnswerOf<typeof getReading>;

export function useRevision(document: Document, reading: Reading | undefined) {
  const [comparing, setComparing] = useState<Pick<Parameters<typeof CompareVersions>[0], 'fromId' | 'first'> | null>(
    null,
  );
  const [showsNotes, setShowsNotes] = useState(false);
  const readBefore = useReadBefore(document, reading, (fromId) => setComparing({ fromId }));
  const { placed, withdrawn_notes: notes = [] } = reading ?? {};
  const isShown = placed && placed.came_along + placed.stayed > 0;
  const { from_id: fromId, first } = placed ?? { from_id: '', first: null };
  const show = first !== null ? () => setComparing({ fromId, first }) : undefined;
  const showNotes = notes.length > 0 ? () => setShowsNotes(true) : undefined;
  const sentences = isShown ? [revisionMessages.placed({ cameAlong: placed.came_along, stayed: placed.stayed })] : [];
  if (showNotes && !placed?.stayed) sentences.push(`${revisionMessages.withdrawn}: ${notes.length}`);
  return {
    readBefore,
    placed: isShown || showNotes ? { sentence: sentences.join(' '), onShow: show ?? showNotes } : undefined,
    dialog: showsNotes && <WithdrawnNotes notes={notes} onClose={() => setShowsNotes(false)} />,
    compared: comparing && <CompareVersions document={document} {...comparing} onClose={() => setComparing(null)} />,
  };
}

function useReadBefore(
  { id, version_id: toId }: Document,
  reading: Reading | undefined,
  onCompare: (fromId: string) => void,
): ReadBefore | undefined {
  const timeZone = useTimeZone();
  const before = reading?.version_id === toId ? reading?.read_before : null;
  const ids = before && toId !== null ? { id, from_id: before.version_id, to_id: toId } : null;
  const { data } = useComparison(ids);
  if (!before || (data?.state !== 'compared' && data?.state !== 'most')) return undefined;
  const date = formatListDate(before.at, timeZone);
  const pages = data.state === 'compared' ? data.pages : [];
  const sentence =
    data.state === 'most'
      ? revisionMessages.most
      : pages.length === 0
        ? revisionMessages.unchanged(date)
        : revisionMessages.changed(date, pages);
  return {
    sentence: withPictures(sentence, data),
    changes: data.state === 'compared' ? data.changes : [],
    onCompare: () => onCompare(before.version_id),
  };
}

interface WithdrawnNotesProps {
  readonly notes: Reading['withdrawn_notes'];
  readonly onClose: () => void;
}

function WithdrawnNotes({ notes, onClose }: WithdrawnNotesProps) {
  return (
    <Dialog onClose={onClose} size="m" scrolls title={revisionMessages.withdrawn}>
      <p className="muted">The earlier version was withdrawn. These are your own notes on it.</p>
      <ul>
        {notes.map(({ page, contents }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no other name, and never change places
          <li key={nth}>
            <span className="meta">Page {page}</span>
            <p>{contents === '' ? 'A mark without a note' : contents}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
