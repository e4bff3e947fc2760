import { Trash2, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatListDate } from '#domain/dates.ts';
import { annotationLabels, broughtMessages } from '#domain/messages/annotations.ts';
import type { Annotation, DrawnAnnotation, Rect } from '#domain/xfdf/annotation.ts';
import { type ReviewState, reviewStates } from '#domain/xfdf/shown.ts';
import { readPdfDate } from '#domain/xfdf/values.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import { StyleFields } from '#web/viewer/tools/style-picker.tsx';
import styles from './annotation-card.module.css';
import { wordsRun } from './annotation-store.ts';
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

interface AnnotationCardsProps {
  readonly pages: readonly ShownPage[];
  readonly annotating: Annotating;
  readonly timeZone: string;
}

export function AnnotationCards({ pages, annotating, timeZone }: AnnotationCardsProps) {
  const { canEdit, card, selected, annotations, tool } = annotating;
  const chosen = drawn(annotations, selected);
  const opened = drawn(annotations, card?.id ?? null);
  const pageOf = (annotation: DrawnAnnotation) => pages.find(({ surface }) => surface.page === annotation.page);
  const framePage = chosen && pageOf(chosen);
  const cardPage = opened && pageOf(opened);
  return (
    <>
      {canEdit && chosen && framePage && isMovable(chosen) && tool.id === 'select' && (
        <SelectionFrame
          page={framePage}
          annotation={chosen}
          onPull={annotating.pull}
          onDrop={(annotation) => {
            annotating.pull(null);
            if (annotation) annotating.change(annotation);
            else annotating.openCard({ id: chosen.id, toWrite: false });
          }}
        />
      )}
      {card && opened && cardPage && (
        <AnnotationCard
          key={opened.id}
          page={cardPage}
          annotation={opened}
          states={reviewStates(annotations, opened.id)}
          timeZone={timeZone}
          takesFocus={card.toWrite}
          onChange={canEdit ? annotating.change : undefined}
          onRemove={annotating.remove}
          onClose={() => annotating.openCard(null)}
        />
      )}
    </>
  );
}

function drawn(annotations: readonly Annotation[], id: string | null): DrawnAnnotation | undefined {
  return annotations.find(
    (annotation): annotation is DrawnAnnotation => annotation.id === id && annotation.kind !== 'opaque',
  );
}

/** Milliseconds to wait after the last keystroke before saving the input. */
const typingPause = 600;

interface AnnotationCardProps {
  readonly page: ShownPage;
  readonly annotation: DrawnAnnotation;
  readonly states: readonly ReviewState[];
  readonly timeZone: string;
  readonly takesFocus: boolean;
  readonly onChange: Annotating['change'] | undefined;
  readonly onRemove: (id: string) => void;
  readonly onClose: () => void;
}

interface CardProps {
  readonly page: ShownPage;
  readonly rect: Rect;
  readonly label: string;
  readonly author: string;
  readonly day: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Card({ page, rect, label, author, day, onClose, children }: CardProps) {
  const box = percentBox(rect, page.surface);
  const point = { '--mark-left': box.left, '--mark-top': box.top, '--mark-height': box.height } as CSSProperties;
  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: not modal, and of no form
    <div
      className={styles.card}
      style={point}
      role="group"
      aria-label={label}
      data-gesture="card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.head}>
        <span className={styles.author}>{author}</span>
        <span className={styles.day}>{day}</span>
        <IconButton icon={X} size="s" aria-label="Close annotation" onPress={onClose} />
      </div>
      {children}
    </div>,
    page.over,
  );
}

export function Replies({
  replies,
  timeZone,
}: {
  readonly replies: readonly ReviewState[];
  readonly timeZone: string;
}) {
  if (replies.length === 0) return null;
  return (
    <ol className={styles.replies} aria-label={broughtMessages.replies}>
      {replies.map(({ id, author, modified, contents }) => (
        <li key={id}>
          <span className={styles.head}>
            <span className={styles.author}>{author ?? broughtMessages.nobody}</span>
            <span className={styles.day}>{dayText(modified, timeZone)}</span>
          </span>
          <p className={styles.words}>{contents}</p>
        </li>
      ))}
    </ol>
  );
}

function AnnotationCard(props: AnnotationCardProps) {
  const { page, annotation, states, timeZone, takesFocus, onChange, onRemove, onClose } = props;
  const name = `${annotationKindName(annotation)} on page ${annotation.page + 1}`;
  const { pointSize } = page.surface;
  const restyle = (look: AnnotationStyle) => onChange?.(restyledAnnotation(annotation, look), 'look');
  return (
    <Card
      page={page}
      rect={annotation.rect}
      label={name}
      author={annotation.author ?? annotationKindName(annotation)}
      day={dayText(annotation.modified ?? annotation.created, timeZone)}
      onClose={onClose}
    >
      {onChange ? (
        <NoteText annotation={annotation} takesFocus={takesFocus} onChange={onChange} />
      ) : (
        <p className={styles.words}>{annotation.contents ?? 'No note.'}</p>
      )}
      <Replies replies={states} timeZone={timeZone} />
      {onChange && (
        <>
          <p className={styles.private}>{annotationLabels.private}</p>
          <StyleFields
            colour={colourOf(annotation)}
            opacity={annotation.opacity ?? 1}
            width={hasLine(annotation) && 'width' in annotation ? (annotation.width ?? 1) / pointSize : undefined}
            onColour={(colour) => restyle({ colour })}
            onOpacity={(opacity) => restyle({ opacity })}
            onWidth={(width) => restyle({ width: width * pointSize })}
          />
          <div className={styles.foot}>
            <Button variant="danger" size="s" icon={Trash2} onPress={() => onRemove(annotation.id)}>
              Delete
            </Button>
            <Button variant="primary" size="s" onPress={onClose}>
              {annotationLabels.done}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

interface NoteTextProps extends Pick<AnnotationCardProps, 'annotation' | 'takesFocus'> {
  readonly onChange: Annotating['change'];
}

function NoteText({ annotation, takesFocus, onChange }: NoteTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const label = annotation.kind === 'freetext' ? 'Text' : 'Note';
  const save = (): void => {
    if (typed === null || typed === (annotation.contents ?? '')) return;
    const { contents: _, ...rest } = annotation;
    const changed = typed === '' ? (rest as DrawnAnnotation) : { ...annotation, contents: typed };
    if (onChange(changed, wordsRun) === 'done') setTyped(null);
  };
  const saveLatest = useRef(save);
  saveLatest.current = save;
  useTimeout(save, typed === null ? null : typingPause, typed);
  const field = useCallback(
    (element: HTMLTextAreaElement) => {
      if (takesFocus) element.focus({ preventScroll: true });
      return () => saveLatest.current();
    },
    [takesFocus],
  );
  return (
    <textarea
      ref={field}
      className={styles.field}
      aria-label={label}
      placeholder={annotation.kind === 'freetext' ? 'Write on the page' : 'Add a note'}
      rows={3}
      value={typed ?? annotation.contents ?? ''}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
    />
  );
}

/** Formats a PDF date (`D:YYYYMMDD…`). Returns '' without one. */
export function dayText(date: string | undefined, timeZone: string): string {
  const instant = readPdfDate(date);
  return instant === undefined ? '' : formatListDate(new Date(instant), timeZone);
}
