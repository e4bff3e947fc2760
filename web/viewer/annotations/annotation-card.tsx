import { Trash2, X } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Annotation, DrawnAnnotation } from '#domain/xfdf/annotation.ts';
import { readPdfDate } from '#domain/xfdf/values.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import type { ShownPage } from '#web/viewer/stage.ts';
import { StyleFields } from '#web/viewer/tools/style-picker.tsx';
import styles from './annotation-card.module.css';
import {
  type AnnotationStyle,
  annotationKindName,
  colourOf,
  hasLine,
  isMovable,
  restyledAnnotation,
} from './edit-annotation.ts';
import { percentBox } from './page-point.ts';
import { SelectionFrame } from './selection-frame.tsx';
import type { Annotating } from './use-annotating.ts';

interface MarkCardsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
}

/** The frame around the selected mark, and the card of the one that is open. */
export function AnnotationCards({ pages, annotating }: MarkCardsProps) {
  const { canEdit, card, selected, marks, tool } = annotating;
  const chosen = drawn(marks, selected);
  const opened = drawn(marks, card?.id ?? null);
  const pageOf = (mark: DrawnAnnotation) => pages.find(({ surface }) => surface.page === mark.page);
  const framePage = chosen && pageOf(chosen);
  const cardPage = opened && pageOf(opened);
  return (
    <>
      {canEdit && chosen && framePage && isMovable(chosen) && tool.id === 'select' && (
        <SelectionFrame
          page={framePage}
          mark={chosen}
          onPull={annotating.pull}
          onDrop={(mark) => {
            annotating.pull(null);
            if (mark) annotating.change(mark);
            else annotating.openCard({ id: chosen.id, toWrite: false });
          }}
        />
      )}
      {card && opened && cardPage && (
        <AnnotationCard
          key={opened.id}
          page={cardPage}
          mark={opened}
          takesFocus={card.toWrite}
          onChange={canEdit ? annotating.change : undefined}
          onRemove={annotating.remove}
          onClose={() => annotating.openCard(null)}
        />
      )}
    </>
  );
}

function drawn(marks: readonly Annotation[], id: string | null): DrawnAnnotation | undefined {
  return marks.find((mark): mark is DrawnAnnotation => mark.id === id && mark.kind !== 'opaque');
}

/** Milliseconds after the last key until what was typed counts as a change. */
const typingPause = 600;

interface MarkCardProps {
  readonly page: ShownPage;
  readonly mark: DrawnAnnotation;
  /** Puts the cursor into the words. */
  readonly takesFocus: boolean;
  /** Absent: it can only be read. */
  readonly onChange?: ((mark: DrawnAnnotation, run?: string) => void) | undefined;
  readonly onRemove: (id: string) => void;
  readonly onClose: () => void;
}

/** What is written on a mark, and how it looks; beside it, or at the foot of a small screen. */
export function AnnotationCard({ page, mark, takesFocus, onChange, onRemove, onClose }: MarkCardProps) {
  const box = percentBox(mark.rect, page.surface);
  const place = { '--mark-left': box.left, '--mark-top': box.top, '--mark-height': box.height } as CSSProperties;
  const name = `${annotationKindName(mark)} on page ${mark.page + 1}`;
  const { pointSize } = page.surface;
  const restyle = (look: AnnotationStyle) => onChange?.(restyledAnnotation(mark, look), 'look');
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: not modal, and of no form
    <div
      className={styles.card}
      style={place}
      role="group"
      aria-label={name}
      data-gesture="card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <span className={styles.author}>{mark.author ?? annotationKindName(mark)}</span>
        <span className={styles.day}>{dayOf(mark)}</span>
        <IconButton icon={X} size="s" aria-label="Close annotation" onPress={onClose} />
      </div>
      {onChange ? (
        <Words key={mark.id} mark={mark} takesFocus={takesFocus} onChange={onChange} />
      ) : (
        <p className={styles.words}>{mark.contents ?? 'No note.'}</p>
      )}
      {onChange && (
        <>
          <StyleFields
            colour={colourOf(mark)}
            opacity={mark.opacity ?? 1}
            width={hasLine(mark) && 'width' in mark ? (mark.width ?? 1) / pointSize : undefined}
            onColour={(colour) => restyle({ colour })}
            onOpacity={(opacity) => restyle({ opacity })}
            onWidth={(width) => restyle({ width: width * pointSize })}
          />
          <Button variant="danger" size="s" icon={Trash2} onPress={() => onRemove(mark.id)}>
            Delete
          </Button>
        </>
      )}
    </div>,
    page.over,
  );
}

interface WordsProps {
  readonly mark: DrawnAnnotation;
  readonly takesFocus: boolean;
  readonly onChange: (mark: DrawnAnnotation, run?: string) => void;
}

function Words({ mark, takesFocus, onChange }: WordsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const keep = useRef<() => void>(() => undefined);
  const label = mark.kind === 'freetext' ? 'Text' : 'Note';
  // What was typed last goes out with the card, however it closes.
  useEffect(() => {
    keep.current = () => {
      if (typed === null || typed === (mark.contents ?? '')) return;
      const { contents: _, ...rest } = mark;
      onChange(typed === '' ? (rest as DrawnAnnotation) : { ...mark, contents: typed }, 'words');
    };
  });
  useEffect(() => () => keep.current(), []);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => keep.current(), typingPause);
    return () => clearTimeout(timer);
  }, [typed]);
  // A card that was opened to be written on; others leave the focus on their mark.
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <textarea
      ref={field}
      className={styles.field}
      aria-label={label}
      placeholder={mark.kind === 'freetext' ? 'Write on the page' : 'Add a note'}
      rows={3}
      value={typed ?? mark.contents ?? ''}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => keep.current()}
    />
  );
}

function dayOf({ modified, created }: DrawnAnnotation): string {
  const instant = readPdfDate(modified ?? created);
  return instant === undefined
    ? ''
    : new Date(instant).toLocaleDateString('en-US', { month: 'numeric', day: 'numeric', year: '2-digit' });
}
